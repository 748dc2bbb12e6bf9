package dev.belay.cli.server;

import dev.belay.access.Refusals;
import dev.belay.access.ToolPace;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.session.StdioClient;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One governed server and its one client, put together by hand: the object graph on one page, for
 * every command that makes or passes on calls (S0-23).
 *
 * <p>The server is started before all else, since that takes longest. Safe for use by many threads,
 * but it takes one client.
 */
public final class GovernedServer {
  /** How long what is already answered may take to be written once the client has left. */
  private static final Duration FAREWELL = Duration.ofMillis(200);

  private final Time time;
  private final Report report;
  private final Spawner spawner;
  private final Governor governor;
  private final Relay relay;
  private final StdioBounds bounds;
  private final SpareHeap spareHeap;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

  /**
   * Starts the server; one that cannot start says so to whoever asks it anything.
   *
   * @param environment all that the server's process gets
   * @param report what a person should know, line by line
   * @param errors what the server writes to its standard error
   */
  public GovernedServer(
      Settings settings,
      ServerSettings spec,
      Map<String, String> environment,
      Report report,
      Consumer<byte[]> errors) {
    this.report = report;
    time = Time.system();
    spareHeap = SpareHeap.watched(time);
    spawner = Spawner.open(time);
    governor = new Governor(GovernorOptions.system().withGrace(spec.cancelGrace()));
    relay =
        new Relay(
            settings,
            spec,
            governor,
            (listener, _) ->
                new Upstream(
                    new Server(
                            spec,
                            environment,
                            settings.mcp().maxLineBytes(),
                            spawner,
                            time,
                            new SessionSnapshot(),
                            listener,
                            report,
                            errors)
                        .telling(Disclosure.toOwner(settings, spec))),
            Sharing.ONE_CLIENT,
            settings.hasRates()
                ? Neighbours.none().paced(new ToolPace(Refusals.NONE, time)::refusal)
                : Neighbours.none(),
            report,
            time);
    relay.start();
    bounds = StdioBounds.DEFAULT.withLine(settings.mcp().maxLineBytes());
  }

  /** Serves the client at the other end of these streams, until it leaves. */
  public void serve(InputStream in, OutputStream out) throws InterruptedException {
    var trouble = relay.trouble();
    if (trouble != null) {
      // The client hears it in the answer to its first request; a person at a terminal, only here.
      report.say(trouble);
    }
    var client = connect(in, out);
    client.ended().toCompletableFuture().join();
    time.await(client.finish(), FAREWELL);
  }

  /** Begins to serve the client at the other end of these streams. */
  public StdioClient connect(InputStream in, OutputStream out) {
    var client = new StdioClient("client", in, out, bounds, relay, report::say);
    client.start();
    new WarmUp(spawner, report, time).begin();
    return client;
  }

  /** {@return what happened to every call} */
  public Journal journal() {
    return governor.journal();
  }

  /** Cancels every call, because a person said so. */
  public void cancelCalls(String how) {
    for (var call : List.copyOf(governor.directory().calls())) {
      governor.directory().cancel(call.id(), Cause.USER, how);
    }
  }

  /** Closes at the end of the process, by whatever ended it; then has the last words written. */
  public void closeAtExit(LastWords lastWords) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> closeQuietly(lastWords), "belay-shutdown"));
  }

  /** What is left to be written at the end of the process. */
  @FunctionalInterface
  public interface LastWords {
    /** Writes it, for a short time at most. */
    void write() throws InterruptedException;
  }

  private void closeQuietly(LastWords lastWords) {
    try {
      close();
      lastWords.write();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cancels what runs and ends every process, within 1.8 s. Safe to call more than once. */
  public void close() throws InterruptedException {
    if (closing.compareAndSet(false, true)) {
      try {
        spareHeap.close();
        governor.close();
        relay.close(Grace.brisk());
        spawner.close();
      } finally {
        closed.complete(true);
      }
    }
    closed.join();
  }
}
