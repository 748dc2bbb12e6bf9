package dev.belay.testkit.conformance;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.session.StdioClient;
import dev.belay.mcp.stdio.StdioBounds;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The {@link ConformanceFixture} as a program: {@code --era legacy|modern|both}, both unless given,
 * on stdio, or with {@code --http PORT} at {@code http://127.0.0.1:PORT/mcp}.
 */
public final class ConformanceServer {
  private ConformanceServer() {}

  /** Serves until stdin ends. */
  public static void main(String... arguments) throws InterruptedException {
    var options = ConformanceOptions.parse(arguments);
    var server = ConformanceFixture.server(options.eras(), Time.system());
    serveStdio(server);
  }

  private static void serveStdio(McpServer server) {
    var errors =
        new PrintStream(
            new FileOutputStream(FileDescriptor.err),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    var client =
        new StdioClient(
            "client",
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            StdioBounds.DEFAULT,
            server,
            errors::println);
    client.start();
    client.ended().toCompletableFuture().join();
    client.finish().toCompletableFuture().join();
  }
}
