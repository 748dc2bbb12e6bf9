package dev.belay.cli.server;

import dev.belay.cli.Version;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.HttpSettings;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Replay;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.stream.Callers;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.mcp.era.Revision;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One governed server before any number of clients over HTTP, put together by hand: the object
 * graph of {@code belay serve} on one page.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayServer {
  /** How long answers that are decided may take to be written. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final Time time;
  private final Report report;
  private final HttpSettings settings;
  private final Spawner spawner;
  private final Governor governor;
  private final Relay relay;
  private final McpOverHttp mcp;
  private final HttpServer http;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

  /**
   * Starts the server and listens.
   *
   * @param environment all that the server's processes get
   * @param report what a person should know, line by line
   * @param errors what the server writes to its standard error
   * @throws IOException if it cannot listen where it should
   */
  public GatewayServer(
      Settings all,
      ServerSettings spec,
      Map<String, String> environment,
      Report report,
      Consumer<byte[]> errors)
      throws IOException, InterruptedException {
    this.report = report;
    settings = all.http();
    time = Time.system();
    spawner = Spawner.open(time);
    governor = new Governor(GovernorOptions.system().withGrace(spec.cancelGrace()));
    relay =
        new Relay(
            all,
            spec,
            governor,
            (listener, opening) -> {
              var server =
                  new Server(
                      spec,
                      environment,
                      all.mcp().maxLineBytes(),
                      spawner,
                      time,
                      new Replay(),
                      listener,
                      report,
                      errors);
              return opening == null ? new Upstream(server) : new Upstream(server, opening);
            },
            Sharing.MANY_CLIENTS,
            report,
            time);
    mcp = mcp();
    try {
      http = HttpServer.open(HttpBinding.of(settings), routes(), time, report::say);
    } catch (IOException e) {
      end();
      throw e;
    }
    new WarmUp(spawner, report, time).begin();
  }

  private McpOverHttp mcp() {
    return new McpOverHttp(
        relay,
        time,
        HttpBinding.streamBounds(settings),
        ServerInfo.of("belay", Version.NUMBER, Revision.V2026_07_28.wire(), null),
        // On top of which HTTP gives the call's own end room to be written (C6).
        relay::timeout,
        (_, tool) -> relay.paramHeaders(tool),
        Callers.local());
  }

  private Routes routes() {
    return Routes.none()
        .with("/mcp", mcp.streamable())
        .with("/sse", mcp.stream())
        .with(McpOverHttp.MESSAGES, mcp.messages());
  }

  /** {@return where it listens, as a client is told} */
  public String url() {
    var host = settings.host();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + http.port() + "/mcp";
  }

  /** {@return why the server does not run, and will not before somebody asks; null if it does} */
  public @Nullable String trouble() {
    return relay.trouble();
  }

  /**
   * Ends it in good order (P25): no new calls; what runs gets {@code http.drain_timeout}, then its
   * end, cause <em>shutdown</em>; every stream ends with a final message, every process is gone.
   *
   * <p>Safe to call more than once.
   */
  public void close() throws InterruptedException {
    if (closing.compareAndSet(false, true)) {
      try {
        var drained = mcp.drain();
        if (mcp.inFlight() > 0) {
          report.say(
              "stopping: "
                  + mcp.inFlight()
                  + " requests are running, and get "
                  + settings.times().drainTimeout().toSeconds()
                  + " s to end");
        }
        time.await(drained, settings.times().drainTimeout());
        governor.close();
        time.await(drained, FAREWELL);
        mcp.close();
        http.close(FAREWELL);
        end();
      } finally {
        closed.complete(true);
      }
    }
    closed.join();
  }

  private void end() throws InterruptedException {
    governor.close();
    relay.close(Grace.brisk());
    spawner.close();
  }
}
