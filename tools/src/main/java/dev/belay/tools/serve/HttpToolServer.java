package dev.belay.tools.serve;

import dev.belay.core.share.Shares;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.http.stream.StreamBounds;
import dev.belay.mcp.era.Revision;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.Contract;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Serves tools over HTTP: both eras at {@code /mcp}, clients of 2024-11-05 at {@code /sse}.
 *
 * <p>Needs {@code dev.belay.http} on the path, an optional dependency of this module.
 */
public final class HttpToolServer extends ToolServer<HttpToolServer> {
  private HttpServerOptions settings = HttpServerOptions.defaults();
  private @Nullable Access access;

  HttpToolServer(Tools tools, Contract contract) {
    super(tools, contract);
  }

  @Override
  HttpToolServer self() {
    return this;
  }

  /** Sets the port; 0 selects a free one. */
  public HttpToolServer port(int port) {
    settings = settings.at(settings.host(), port);
    return this;
  }

  /** Sets the address; one other than loopback requires {@link #access}. */
  public HttpToolServer host(String host) {
    settings = settings.at(host, settings.port());
    return this;
  }

  /** Sets who has access; the default is every process of this machine. */
  public HttpToolServer access(Access who) {
    access = who;
    return this;
  }

  /**
   * Serves until the process is told to stop, and prints the address on standard error.
   *
   * @throws IOException if the address cannot be bound
   */
  public void serve() throws IOException, InterruptedException {
    try (var running = start()) {
      running.ending().atExit();
      terms().report().accept("listening on " + running.url());
      var _ = new CompletableFuture<Boolean>().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("this waits for ever", e);
    }
  }

  /**
   * Starts serving.
   *
   * @throws IOException if the address cannot be bound
   * @throws IllegalStateException if other machines could connect and {@link #access} is not set
   */
  public RunningToolServer start() throws IOException {
    var who = access;
    if (who == null) {
      if (!java.net.InetAddress.getByName(settings.host()).isLoopbackAddress()) {
        throw new IllegalStateException(
            "Tools are not served at "
                + settings.host()
                + " to just anybody. Say who may come in with access(…), or stay at 127.0.0.1.");
      }
      who = Access.everybody(Access.Known.LOCAL);
    }
    return open(served(), who);
  }

  /** Serves these tools; closes them if that fails. */
  RunningToolServer open(ServedTools served, Access who) throws IOException {
    var server = terms();
    var as = server.as();
    var memory = new Shares(settings.bounds().size().memoryBytes());
    var mcp =
        new McpOverHttp(
            served.host(),
            served.time(),
            StreamBounds.DEFAULT,
            ServerInfo.of(as.name(), as.version(), Revision.V2026_07_28.wire(), null),
            (_, call) -> served.host().paramHeaders(call),
            who,
            memory);
    var routes =
        Routes.none()
            .with("/mcp", mcp.streamable())
            .with("/sse", mcp.stream())
            .with(McpOverHttp.MESSAGES, mcp.messages());
    try {
      var http = HttpServer.open(settings, routes, served.time(), server.report(), memory);
      return new RunningToolServer(served, mcp, http, settings.host());
    } catch (IOException | RuntimeException | Error e) {
      mcp.close();
      served.close();
      throw e;
    }
  }
}
