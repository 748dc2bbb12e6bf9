package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.core.call.WorkerOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The defaults for every call and upstream: {@code mcp}. Each component is the key of its name.
 *
 * @param idleTimeout null is unset: {@link #UPSTREAM_IDLE} for calls to upstreams, {@link
 *     #TOOL_IDLE} for Java tools (C5)
 * @param errors how clients are told that a call failed (C1)
 */
public record McpSettings(
    Duration timeout,
    @Nullable Duration idleTimeout,
    Duration cancelGrace,
    Duration startupTimeout,
    Duration keepAliveFirst,
    Duration keepAliveInterval,
    int maxLineBytes,
    int workers,
    Prefix prefix,
    ErrorsMode errors) {
  /** The default idle limit of calls to upstreams: they may not report progress (C5). */
  public static final Duration UPSTREAM_IDLE = Duration.ofMinutes(5);

  /** The default idle limit of calls of Java tools: they can report progress (C5). */
  public static final Duration TOOL_IDLE = Duration.ofMinutes(2);

  static final Section SECTION =
      new Section("mcp", Reload.AT_ONCE, "Defaults of calls and servers.");
  static final Section ERRORS =
      new Section("errors", Reload.AT_ONCE, "How failures are reported to clients.");

  static final Setting<Duration> TIMEOUT =
      SECTION.seconds("timeout", 1800, "longest that a call may take in all; 0 = no limit");
  static final Setting<Duration> IDLE_TIMEOUT =
      SECTION.optional(
          "idle_timeout", DurationText.CODEC, "300", "longest silence of a call; 0 = no limit");
  static final Setting<Duration> CANCEL_GRACE =
      SECTION.seconds("cancel_grace", 2, "time that a server has to react to a cancel, or to TERM");
  static final Setting<Duration> STARTUP_TIMEOUT =
      SECTION.seconds("startup_timeout", 60, "longest start of a server; 0 = no limit");
  static final Setting<Duration> KEEP_ALIVE_FIRST =
      SECTION.seconds("keep_alive_first", 5, "silence until the first keep-alive; 0 = none");
  static final Setting<Duration> KEEP_ALIVE_INTERVAL =
      SECTION.seconds("keep_alive_interval", 10, "pause between keep-alives; 0 = none");
  private static final Setting<Integer> MAX_LINE_BYTES =
      SECTION.setting("max_line_bytes", Codec.BYTES, 10 << 20, "longest message on stdio");
  private static final Setting<Integer> WORKERS =
      SECTION
          .number(
              "workers",
              1,
              1_000,
              WorkerOptions.usual(),
              "calls of Java tools that compute at once")
          .reloaded(Reload.NEXT_START);
  private static final Setting<Prefix> PREFIX =
      SECTION.choice("prefix", Prefix.AUTO, "when tools and prompts are called `server__tool`");
  private static final Setting<ErrorsMode> ERRORS_MODE =
      ERRORS.choice("mode", ErrorsMode.RESULT, "how a client is told that a call failed");

  static {
    SECTION.with(ERRORS).with(ListingSettings.Lists.SECTION);
  }

  static final Setting<OnChange> ON_CHANGE =
      SECTION.choice(
          "on_change", OnChange.ALLOW, "what becomes of a tool whose definition changes");
  static final Setting<Duration> HANDOFF_AFTER =
      SECTION.seconds(
          "handoff_after",
          50,
          "age at which a call becomes a job where its client receives no progress; 0 = never");
  static final Setting<Duration> HANDOFF_AFTER_WITH_PROGRESS =
      SECTION.seconds(
          "handoff_after_with_progress", 0, "the same where it receives progress; 0 = never");
  static final Setting<Duration> TASK_AFTER =
      SECTION.seconds(
          "task_after",
          10,
          "the same where it takes a task for the answer and calls may become jobs; 0 = as others");
  static final Setting<Integer> AGENT_LIST_TTL_MS =
      SECTION.number(
          "agent_list_tools_cache_ttl_ms",
          0,
          3_600_000,
          1_000,
          "how long turns go by the same list of tools, in milliseconds; 0 = not at all");

  /** {@return the default settings (S0-27, C5)} */
  public static McpSettings defaults() {
    return of(new Values(SECTION));
  }

  static McpSettings of(Values values) {
    return new McpSettings(
        values.get(TIMEOUT),
        values.find(IDLE_TIMEOUT),
        values.get(CANCEL_GRACE),
        values.get(STARTUP_TIMEOUT),
        values.get(KEEP_ALIVE_FIRST),
        values.get(KEEP_ALIVE_INTERVAL),
        values.get(MAX_LINE_BYTES),
        values.get(WORKERS),
        values.get(PREFIX),
        values.in(ERRORS).get(ERRORS_MODE));
  }

  /**
   * {@return these settings without keep-alives, so that clients get the upstream's own progress
   * alone}
   */
  public McpSettings withoutKeepAlive() {
    return new McpSettings(
        timeout,
        idleTimeout,
        cancelGrace,
        startupTimeout,
        Duration.ZERO,
        Duration.ZERO,
        maxLineBytes,
        workers,
        prefix,
        errors);
  }

  /**
   * How a client is told that a call failed, in a Java tool or in Belay: {@code mcp.errors.mode}
   * (C1). A server's own error results pass unchanged.
   */
  public enum ErrorsMode {
    /** By a result with {@code isError}, which a model reads and can act on. */
    RESULT,
    /** By an error of JSON-RPC, to the letter of S4-37. */
    JSONRPC
  }

  /**
   * When the names of a server's tools and prompts get the server's name as a prefix: {@code
   * mcp.prefix}.
   */
  public enum Prefix {
    /** If there is more than one server. */
    AUTO,
    /** Never; of two tools with the same name the first server's counts. */
    NONE,
    ALWAYS
  }
}
