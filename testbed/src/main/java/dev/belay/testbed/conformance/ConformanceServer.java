package dev.belay.testbed.conformance;

import dev.belay.mcp.server.Speaks;
import dev.belay.tools.serve.HttpToolServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * The {@link ConformanceFixture} as a program: {@code --era legacy|modern|both}, both by default,
 * on stdio, or with {@code --http PORT} at {@code http://127.0.0.1:PORT/mcp}, which it prints.
 *
 * <p>With {@code --era first} it speaks both on stdio like most servers of both: the first message
 * decides for the process, and a tool that asks by a request of its own cannot in the modern era.
 */
public final class ConformanceServer {
  private ConformanceServer() {}

  /** Serves until stdin ends; over HTTP until the process is ended. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var options = ConformanceOptions.parse(arguments);
    if (options.isByFirstWord()) {
      serveByFirstWord(new FileInputStream(FileDescriptor.in));
    } else if (options.isStdio()) {
      ConformanceFixture.stdio(options.eras()).serve();
    } else {
      serveHttp(ConformanceFixture.http(options.eras()).port(options.port()));
    }
  }

  private static void serveByFirstWord(InputStream in) throws IOException, InterruptedException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.write(next);
      if (next == '\n') {
        break;
      }
    }
    boolean isLegacy = line.toString(StandardCharsets.UTF_8).contains("\"initialize\"");
    var whole = new SequenceInputStream(new ByteArrayInputStream(line.toByteArray()), in);
    (isLegacy ? ConformanceFixture.stdio(Speaks.LEGACY) : ConformanceFixture.modernOfBoth())
        .serve(whole, new FileOutputStream(FileDescriptor.out));
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
