package dev.belay.cli.server;

import dev.belay.config.JobSettings;
import dev.belay.config.Settings;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.job.JobHandoff;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.job.JobTools;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.store.sqlite.SqliteJobStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one program: how calls become jobs, and how clients ask for them. Safe for use by
 * many threads.
 */
final class JobParts {
  /** The share of the heap that jobs in memory may take. */
  private static final int HEAP_SHARE = 8;

  private final Supplier<Settings> now;
  private final Jobs jobs;
  private final JobHandoff handoff;
  private final JobTools tools;

  /**
   * Builds the parts; nothing is stored before there is a job.
   *
   * @param now the configuration at each moment
   * @param state directory of the file of jobs; null to keep them in memory
   * @param decisions hears of calls that become jobs
   * @param report is told of a store that fails
   */
  JobParts(
      Supplier<Settings> now,
      @Nullable Path state,
      Decisions decisions,
      Time time,
      Consumer<String> report) {
    this.now = now;
    var first = now.get().jobs();
    var threads = Thread.ofVirtual().factory();
    jobs =
        new Jobs(
            store(first, state, time, report),
            () -> terms(now.get().jobs()),
            first.maxOpen(),
            threads,
            time,
            report);
    handoff = new JobHandoff(jobs, () -> patience(now.get().jobs()), decisions, threads, time);
    tools = new JobTools(jobs, handoff, time);
  }

  private static JobStore store(
      JobSettings settings, @Nullable Path state, Time time, Consumer<String> report) {
    return state != null && settings.store() == JobSettings.Store.SQLITE
        ? new SqliteJobStore(state, settings.maxStoreBytes(), time, report)
        : new MemoryJobStore(
            Math.min(settings.maxStoreBytes(), Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  private static Jobs.Terms terms(JobSettings settings) {
    return new Jobs.Terms(settings.keep(), settings.maxResultBytes());
  }

  private static JobHandoff.Terms patience(JobSettings settings) {
    return new JobHandoff.Terms(
        settings.handoffAfter(), settings.handoffAfterWithProgress(), settings.taskAfter());
  }

  /** {@return these surroundings of a server, with calls that may become jobs} */
  Neighbours around(Neighbours server) {
    return server.handingOff(handoff);
  }

  /**
   * {@return these servers, with what clients need to ask for jobs}
   *
   * @param policies tells what the calls of a tool go by; null where there is no such tool
   */
  SessionFactory beside(SessionFactory servers, Function<String, @Nullable CallPolicy> policies) {
    return new JobHost(
        servers,
        tools,
        () -> now.get().mayHaveJobs(),
        tool -> {
          var policy = policies.apply(tool);
          return policy == null ? JobSettings.Mode.AUTO : policy.job();
        });
  }

  /** Ends every subscription to tasks with its result; the tasks go on. */
  void endSubscriptions() {
    tools.endSubscriptions();
  }

  /** {@return the jobs, as they are seen and steered from outside} */
  Jobs jobs() {
    return jobs;
  }

  /** {@return how many jobs the end of the program waits for} */
  int awaited() {
    return isAwaited() ? jobs.open() : 0;
  }

  /** Completes once the jobs have ended that the end of the program waits for. */
  CompletableFuture<Void> drained() {
    return isAwaited() ? jobs.drained() : CompletableFuture.completedFuture(null);
  }

  private boolean isAwaited() {
    return now.get().jobs().drain() == JobSettings.Drain.WAIT;
  }

  /** Ends the use of the store, once the calls have ended. */
  void close() throws InterruptedException {
    jobs.close();
  }
}
