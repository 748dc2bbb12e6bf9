package dev.belay.testkit.conformance;

import dev.belay.tools.serve.HttpToolServer;
import java.io.FileDescriptor;
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
    if (options.isStdio()) {
      ConformanceFixture.stdio(options.eras()).serve();
    } else {
      serveHttp(ConformanceFixture.http(options.eras()).port(options.port()));
    }
  }

  private static void serveHttp(HttpToolServer server) throws IOException, InterruptedException {
    var running = server.start();
    Runtime.getRuntime().addShutdownHook(new Thread(running::close, "conformance-shutdown"));
    stream(FileDescriptor.out).println(running.url());
    new CountDownLatch(1).await();
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new FileOutputStream(descriptor), /* autoFlush= */ true, StandardCharsets.UTF_8);
  }
}
