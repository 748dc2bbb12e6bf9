package dev.belay.cli.server;

import dev.belay.access.Refusals;
import dev.belay.access.ToolPace;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.mcp.session.StdioClient;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One governed server and its one client: the object graph on one page, for every command that
 * makes or forwards calls (S0-23).
 *
 * <p>The server is started first, since that takes longest. Safe for use by many threads, but
 * serves one client.
 */
public final class GovernedServer {
  /** How long pending answers may take to be written once the client has left. */
  private static final Duration FAREWELL = Duration.ofMillis(200);

  private final Time time;
  private final Report report;
  private final Spawner spawner;
  private final Governor governor;
  private final Relay relay;
  private final @Nullable JobParts jobs;
  private final SessionFactory host;
  private final StdioBounds bounds;
  private final SpareHeap spareHeap;

  /** Run when the process exits, unless this was closed before; null for none. */
  private volatile @Nullable Thread atExit;

  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

  /**
   * Starts the server; if it cannot start, every request is answered with the reason.
   *
   * @param environment the whole environment of the server's process
   * @param hasJobs whether calls may become jobs, because the client may give up before they end
   * @param state directory of the file of jobs; null to keep them in memory
   * @param people who decide on its calls where the configuration wants that
   * @param report takes messages for a person, line by line
   * @param errors takes what the server writes to standard error
   */
  public GovernedServer(
      Settings settings,
      ServerSettings spec,
      Map<String, String> environment,
      boolean hasJobs,
      @Nullable Path state,
      People people,
      Report report,
      Consumer<byte[]> errors) {
    this.report = report;
    time = Time.system();
    spareHeap = SpareHeap.watched(time);
    spawner = Spawner.open(time);
    governor = new Governor(GovernorOptions.system().withGrace(spec.cancelGrace()));
    jobs = hasJobs ? new JobParts(() -> settings, state, Decisions.NONE, time, report::say) : null;
    var made = jobs;
    var gates = people.gates(settings, made == null ? _ -> false : made::becomesJob, time);
    var free = Neighbours.none().approving(gates);
    var around =
        settings.hasRates() ? free.paced(new ToolPace(Refusals.NONE, time)::refusal) : free;
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
            jobs == null ? around : jobs.around(around),
            report,
            time);
    host = jobs == null ? relay : jobs.beside(relay, List.of(), relay);
    relay.start();
    bounds = StdioBounds.DEFAULT.withLine(settings.mcp().maxLineBytes());
  }

  /** Prepares the start of a server in the background; to be called as early as possible. */
  public static void prepare() {
    Spawner.prepare();
  }

  /** Serves the client at the other end of these streams, until it leaves. */
  public void serve(InputStream in, OutputStream out) throws InterruptedException {
    var trouble = relay.trouble();
    if (trouble != null) {
      // The client learns it from the answer to its first request, a person at a terminal only
      // here.
      report.say(trouble);
    }
    var client = connect(in, out);
    client.ended().toCompletableFuture().join();
    time.await(client.finish(), FAREWELL);
  }

  /** Begins to serve the client at the other end of these streams. */
  public StdioClient connect(InputStream in, OutputStream out) {
    var client = new StdioClient("client", in, out, bounds, host, report::say);
    client.start();
    new WarmUp(spawner, report, time).begin();
    return client;
  }

  /** {@return how long a call of that tool may take in all; zero for no limit} */
  public Duration limit(String tool) {
    return relay.policy(tool).limits().values().timeout();
  }

  /** {@return the journal of every call} */
  public Journal journal() {
    return governor.journal();
  }

  /** Cancels every call on a person's request. */
  public void cancelCalls(String how) {
    for (var call : List.copyOf(governor.directory().calls())) {
      governor.directory().cancel(call.id(), Cause.USER, how);
    }
  }

  /** Closes this server when the process exits for any reason, unless it is closed before. */
  public void closeAtExit() {
    var hook = new Thread(() -> closeQuietly(() -> {}), "belay-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    atExit = hook;
  }

  private void dropHook() {
    var hook = atExit;
    atExit = null;
    if (hook != null) {
      try {
        var _ = Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException _) {
        // The process exits already, and may wait for the hook.
      }
    }
  }

  /** Closes this server when the process exits for any reason, and then writes the last words. */
  public void closeAtExit(LastWords lastWords) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> closeQuietly(lastWords), "belay-shutdown"));
  }

  /** Who decides on calls. */
  @FunctionalInterface
  public interface People {
    /** The person at the client alone, by forms. */
    People AT_CLIENT =
        (settings, becomesJob, time) ->
            ApprovalGates.ofClient(settings.approval(), becomesJob, time);

    /**
     * {@return the gates of calls}
     *
     * @param becomesJob whether a call is a job, after it was made one if possible; may block
     */
    ApprovalGates gates(Settings settings, Predicate<CallId> becomesJob, Time time);
  }

  /** Output that remains to be written when the process exits. */
  @FunctionalInterface
  public interface LastWords {
    /** Writes it, within a short time. */
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

  /** Cancels all calls and ends every process, within 1.8 s. Safe to call more than once. */
  public void close() throws InterruptedException {
    if (closing.compareAndSet(false, true)) {
      try {
        spareHeap.close();
        governor.close();
        if (jobs != null) {
          jobs.close();
        }
        relay.close(Grace.brisk());
        spawner.close();
      } finally {
        closed.complete(true);
        dropHook();
      }
    }
    closed.join();
  }
}
