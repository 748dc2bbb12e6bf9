package dev.belay.tools.serve;

import dev.belay.http.server.HttpServer;
import dev.belay.http.stream.McpOverHttp;

/** Handle of tools served over HTTP, until it is closed. */
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

  /** {@return the address for clients} */
  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/mcp";
  }

  /** {@return the port in use} */
  public int port() {
    return http.port();
  }

  /**
   * Cancels and answers every call, and ends every connection and every child process.
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
