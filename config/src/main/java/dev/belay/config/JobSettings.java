package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.time.Duration;

/**
 * When calls become jobs, and how jobs are kept: {@code mcp.handoff_after} and {@code jobs}.
 *
 * @param handoffAfter age at which the call of a client without progress becomes a job; zero is
 *     never
 * @param handoffAfterWithProgress the same for a client that receives progress
 * @param taskAfter the same for a client that takes a task for the answer; zero is as for others
 * @param keep how long a job is kept after its end
 * @param maxOpen how many jobs may run at once
 * @param maxResultBytes longest result of a job
 * @param store where jobs are kept
 * @param maxStoreBytes how much the store may hold
 * @param drain what becomes of running jobs when Belay ends
 * @param join what becomes of a call that repeats a job
 * @param wire the form in which clients without tasks are told of jobs
 */
public record JobSettings(
    Duration handoffAfter,
    Duration handoffAfterWithProgress,
    Duration taskAfter,
    Duration keep,
    int maxOpen,
    int maxResultBytes,
    Store store,
    int maxStoreBytes,
    Drain drain,
    Join join,
    Wire wire) {

  static final Section SECTION =
      new Section("jobs", Reload.AT_ONCE, "How calls that outlive their requests are kept.");
  private static final Setting<Duration> KEEP =
      SECTION.seconds("keep", 86_400, "how long a job is kept after its end");
  private static final Setting<Integer> MAX_OPEN =
      SECTION
          .number("max_open", 1, 100_000, 1_000, "jobs that may run at once")
          .reloaded(Reload.NEXT_START);
  private static final Setting<Integer> MAX_RESULT_BYTES =
      SECTION.setting("max_result_bytes", Codec.BYTES, 8 << 20, "longest result of a job");
  private static final Setting<Store> STORE =
      SECTION.choice("store", Store.SQLITE, "where jobs are kept").reloaded(Reload.NEXT_START);
  private static final Setting<Integer> MAX_STORE_BYTES =
      SECTION
          .setting("max_store_bytes", Codec.BYTES, 1 << 30, "how much the store may hold")
          .reloaded(Reload.NEXT_START);
  private static final Setting<Drain> DRAIN =
      SECTION.choice("drain", Drain.END, "what becomes of running jobs when Belay ends");
  static final Setting<Join> JOIN =
      SECTION.choice("join", Join.AUTO, "what becomes of a call that repeats a job");
  private static final Setting<Wire> WIRE =
      SECTION.choice(
          "wire",
          Wire.STANDARD,
          "form in which legacy clients are told of jobs that begin at once");

  /** Where jobs are kept: {@code jobs.store}. */
  public enum Store {
    /** In a file of the state directory, which outlives the program. */
    SQLITE,
    /** In memory, for as long as the program runs. */
    MEMORY
  }

  /** What becomes of running jobs when Belay ends: {@code jobs.drain}. */
  public enum Drain {
    /** They end as failed: Belay was shut down. */
    END,
    /** They have {@code http.drain_timeout} to end, as calls do. */
    WAIT
  }

  /** {@return the settings of a user who sets nothing} */
  public static JobSettings defaults() {
    return of(new Values(Config.ROOT));
  }

  static JobSettings of(Values root) {
    var mcp = root.in(McpSettings.SECTION);
    var jobs = root.in(SECTION);
    return new JobSettings(
        mcp.get(McpSettings.HANDOFF_AFTER),
        mcp.get(McpSettings.HANDOFF_AFTER_WITH_PROGRESS),
        mcp.get(McpSettings.TASK_AFTER),
        jobs.get(KEEP),
        jobs.get(MAX_OPEN),
        jobs.get(MAX_RESULT_BYTES),
        jobs.get(STORE),
        jobs.get(MAX_STORE_BYTES),
        jobs.get(DRAIN),
        jobs.get(JOIN),
        jobs.get(WIRE));
  }

  /** What becomes of a call that repeats a job: {@code jobs.join}, {@code tools.GLOB.join}. */
  public enum Join {
    /** As {@link #ALWAYS} for a tool that says it is safe to repeat; for others nothing starts. */
    AUTO,
    /** It is answered as the call was that became the job. */
    ALWAYS,
    /** It runs, too. */
    NEVER
  }

  /** What becomes of a job whose program was killed: {@code tools.GLOB.on_restart}. */
  public enum OnRestart {
    /** It is lost. */
    FAIL,
    /** It runs again. */
    RETRY
  }

  /** The form in which clients without tasks are told of jobs: {@code jobs.wire}. */
  public enum Wire {
    /** A result with a handle, and tools that ask for the job. */
    STANDARD,
    /** The staged return of S2: an estimate, notifications of progress, one of the result. */
    SEED
  }

  /** Whether the calls of a tool become jobs: {@code tools.GLOB.job}. */
  public enum Mode {
    /** When their clients are about to give up. */
    AUTO,
    /** At once. */
    ALWAYS,
    /** At once, as MCP tasks alone: a client that takes no task is refused. */
    TASK,
    /** Not at all. */
    NEVER
  }
}
