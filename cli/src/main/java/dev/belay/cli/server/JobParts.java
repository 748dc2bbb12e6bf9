package dev.belay.cli.server;

import dev.belay.config.JobSettings;
import dev.belay.config.Settings;
import dev.belay.core.approval.RuleStore;
import dev.belay.core.call.CallId;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.gateway.job.BuiltInTool;
import dev.belay.gateway.job.JobHandoff;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.job.JobRestarts;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.job.JobTools;
import dev.belay.gateway.job.SeedWire;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.store.sqlite.SqliteJobStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one program: how calls become jobs, and how clients ask for them. Safe for use by
 * many threads.
 */
final class JobParts {
  /** The share of the heap that jobs in memory may take. */
  private static final int HEAP_SHARE = 8;

  private final Supplier<Settings> now;
  private final Decisions decisions;
  private final Consumer<String> report;
  private final Jobs jobs;
  private final JobHandoff handoff;
  private final ThreadFactory threads = Thread.ofVirtual().factory();
  private final Time time;
  private volatile boolean hasAsync;
  private final JobTools tools;
  private final JobStore store;

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
    this.decisions = decisions;
    this.report = report;
    this.time = time;
    var first = now.get().jobs();
    store = store(first, state, time, report);
    jobs =
        new Jobs(
            store,
            () -> terms(now.get().jobs()),
            first.maxOpen(),
            JobText::failure,
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

  /**
   * {@return the store of decisions on calls, beside the jobs; null where those are in memory}
   *
   * @param origins how the server of a name is started or reached
   */
  @Nullable RuleStore rules(UnaryOperator<String> origins) {
    return store instanceof SqliteJobStore file ? file.rules(origins) : null;
  }

  /** {@return these surroundings of a server, with calls that may become jobs} */
  Neighbours around(Neighbours server) {
    return server.handingOff(handoff);
  }

  /**
   * {@return these servers, with what clients need to ask for jobs}
   *
   * @param others Belay's other tools for clients
   * @param calls has the policies of their tools
   */
  SessionFactory beside(SessionFactory servers, List<BuiltInTool> others, ToolCalls calls) {
    var host =
        new JobHost(servers, tools, others, () -> hasAsync || now.get().mayHaveJobs(), calls);
    Predicate<String> always = tool -> host.mode(tool) == JobSettings.Mode.ALWAYS;
    return new SeedWire(
        host,
        jobs,
        handoff::fetched,
        () -> now.get().jobs().wire() == JobSettings.Wire.SEED,
        always,
        threads,
        time);
  }

  /** {@return tools of this program; where some are async, lists tell how to ask for jobs} */
  HostedBackend served(HostedBackend tools) {
    if (tools.isAsync()) {
      hasAsync = true;
    }
    return tools;
  }

  /**
   * Starts jobs again whose program was killed, where tools say so; does not wait for it.
   *
   * @param names as {@link JobRestarts} has it
   */
  void restart(ToolCalls tools, BiFunction<String, String, @Nullable String> names) {
    if (now.get().mayRestartJobs()) {
      var restarts = new JobRestarts(jobs, tools, names, decisions, report);
      Thread.ofVirtual().name("belay-job-restarts").start(restarts::begin);
    }
  }

  /** Ends every subscription to tasks with its result; the tasks go on. */
  void endSubscriptions() {
    tools.endSubscriptions();
  }

  /** {@return whether a call is a job, after it was made one if possible; may block} */
  boolean becomesJob(CallId call) {
    return handoff.becomesJob(call);
  }

  /** {@return the jobs, as they are seen and steered from outside} */
  Jobs jobs() {
    return jobs;
  }

  /** The client of a job has its result, as {@link JobHandoff#fetched} has it. */
  void fetched(CallId job) {
    handoff.fetched(job);
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
