package dev.belay.testkit.conformance;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.session.StdioClient;
import dev.belay.mcp.stdio.StdioBounds;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * The {@link ConformanceFixture} as a program: {@code --era legacy|modern|both}, both unless given,
 * on stdio, or with {@code --http PORT} at {@code http://127.0.0.1:PORT/mcp}, which it prints.
 */
public final class ConformanceServer {
  private ConformanceServer() {}

  /** Serves until stdin ends; over HTTP until the process is ended. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var options = ConformanceOptions.parse(arguments);
    var server = ConformanceFixture.server(options.eras(), Time.system());
    if (options.isStdio()) {
      serveStdio(server);
    } else {
      serveHttp(server, options.port());
    }
  }

  private static void serveStdio(McpServer server) {
    var client =
        new StdioClient(
            "client",
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            StdioBounds.DEFAULT,
            server,
            stream(FileDescriptor.err)::println);
    client.start();
    client.ended().toCompletableFuture().join();
    client.finish().toCompletableFuture().join();
  }

  private static void serveHttp(McpServer server, int port)
      throws IOException, InterruptedException {
    var http =
        ConformanceHttp.open(server, port, Time.system(), stream(FileDescriptor.err)::println);
    Runtime.getRuntime().addShutdownHook(new Thread(http::close, "conformance-shutdown"));
    stream(FileDescriptor.out).println(http.url());
    new CountDownLatch(1).await();
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new FileOutputStream(descriptor), /* autoFlush= */ true, StandardCharsets.UTF_8);
  }
}
