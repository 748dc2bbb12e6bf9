package dev.belay.tools.serve;

import dev.belay.http.server.HttpServer;
import dev.belay.http.stream.McpOverHttp;

/** Tools that are served over HTTP, until this is closed. */
public final class RunningToolServer implements AutoCloseable {
  private final HttpServer http;
  private final Ending ending;
  private final String host;

  RunningToolServer(ServedTools served, McpOverHttp mcp, HttpServer http, String host) {
    this.http = http;
    this.host = host;
    ending =
        new Ending(
            served,
            () -> {
              mcp.close();
              http.close();
            });
  }

  Ending ending() {
    return ending;
  }

  /** {@return where clients find it} */
  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/mcp";
  }

  /** {@return the port that it listens on} */
  public int port() {
    return http.port();
  }

  /**
   * Cancels and answers every call, ends every connection and every child process.
   *
   * <p>An interrupt ends the wait; the interrupt flag is kept.
   */
  @Override
  public void close() {
    try {
      ending.end("");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
