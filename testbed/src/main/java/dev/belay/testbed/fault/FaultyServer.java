package dev.belay.testbed.fault;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * An MCP server on stdio or HTTP that misbehaves on request, in either era.
 *
 * <p>Its tools are the {@link Fault}s, over HTTP also the {@link HttpFault}s; options change its
 * behaviour between calls. Needs the JDK and the clock of {@code core} alone, and is started by the
 * command of {@link FaultyServers#command}.
 */
public final class FaultyServer {
  private FaultyServer() {}

  /** Serves until stdin ends, or for ever if an option demands it. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var server = new Server(Options.parse(arguments), Host.process());
    if (server.options.ignoreTerm) {
      // The first SIGTERM waits for this hook without end, and later ones for the first.
      Runtime.getRuntime().addShutdownHook(new Thread(FaultyServer::neverReturn));
    }
    server.serve();
  }

  private static void neverReturn() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
