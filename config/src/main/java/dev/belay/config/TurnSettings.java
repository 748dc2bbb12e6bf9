package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.ToolTimeouts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How turns run: {@code agents.defaults.toolTimeouts} and {@code turns}.
 *
 * @param silence how long a tool may say nothing in a turn (S1-37); zero is without limit
 * @param overrides the same by tool (S1-38), in the order of the file
 * @param limit how long a turn may take that does not say; zero is without limit
 * @param unannotated how tools run that declare nothing of themselves (C19)
 * @param loops how often a model may ask for the same
 */
public record TurnSettings(
    Duration silence,
    Map<String, Duration> overrides,
    Duration limit,
    Concurrency unannotated,
    Loops loops) {
  static final Section TIMEOUTS =
      new Section("toolTimeouts", Reload.AT_ONCE, "How long tools of a turn may say nothing.");
  // Written out, and not asked of the core: each start comes by here, and few have a turn.
  static final Setting<Duration> DEFAULT_MS =
      TIMEOUTS.setting(
          "defaultMs",
          Span.MILLIS,
          Duration.ofSeconds(120),
          "longest silence of a tool in a turn, in milliseconds; 0 = no limit");
  static final Section OVERRIDES =
      new Section("overrides", Reload.AT_ONCE, "the same for single tools, by name");
  static final Setting<Duration> OVERRIDE =
      new Setting<>(
          "TOOL", Span.MILLIS, null, "", Reload.AT_ONCE, "the same for one tool, by its name");

  static final Section SECTION = new Section("turns", Reload.AT_ONCE, "How turns run.");
  private static final Setting<Duration> LIMIT =
      SECTION.seconds(
          "limit", 1_800, "longest that a turn may take that does not say; 0 = no limit");
  private static final Setting<Concurrency> UNANNOTATED =
      SECTION.choice(
          "unannotated", Concurrency.PARALLEL, "how tools run that declare nothing of themselves");

  static {
    TIMEOUTS.with(OVERRIDES.of(OVERRIDE, ""));
    SECTION.with(Loops.SECTION);
  }

  /** Keeps its own copy of {@code overrides}. */
  public TurnSettings {
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
  }

  /** {@return the settings of a user who sets nothing (S1-20)} */
  public static TurnSettings defaults() {
    return of(new Values(Config.ROOT));
  }

  static TurnSettings of(Values root) {
    var timeouts = root.in(AgentSettings.AGENTS).in(AgentSettings.DEFAULTS).in(TIMEOUTS);
    var turns = root.in(SECTION);
    return new TurnSettings(
        timeouts.get(DEFAULT_MS),
        timeouts.in(OVERRIDES).all(OVERRIDE),
        turns.get(LIMIT),
        turns.get(UNANNOTATED),
        Loops.of(turns.in(Loops.SECTION)));
  }

  /** {@return how long the tools of a turn may take, with {@code mcp.timeout} above all (C5)} */
  public ToolTimeouts toolTimeouts(McpSettings mcp) {
    return new ToolTimeouts(silence, overrides, mcp.timeout());
  }

  /**
   * How often a model may ask for the same within one turn: {@code turns.loops}. Zero switches a
   * rule off; {@link LoopLimits} says what each of them is.
   */
  public record Loops(
      int window, int warnAt, int haltAt, int warnErrors, int haltErrors, int longestCycle) {
    static final Section SECTION =
        new Section("loops", Reload.AT_ONCE, "How often a model may ask for the same.");
    private static final Setting<Integer> WINDOW =
        calls("window", 12, "among how many of its last calls a turn looks for equal ones");
    private static final Setting<Integer> WARN_AT =
        calls("warn_at", 3, "equal calls after which the model is warned; 0 = never");
    private static final Setting<Integer> HALT_AT =
        calls("halt_at", 5, "equal calls that end the turn; 0 = never");
    private static final Setting<Integer> WARN_ERRORS =
        calls("warn_errors", 4, "failures in a row after which it is warned; 0 = never");
    private static final Setting<Integer> HALT_ERRORS =
        calls("halt_errors", 8, "failures in a row that end the turn; 0 = never");
    private static final Setting<Integer> LONGEST_CYCLE =
        SECTION.number(
            "longest_cycle", 0, 100, 10, "longest cycle that counts as a loop; 0 = none");

    private static Setting<Integer> calls(String name, int preset, String about) {
      return SECTION.number(name, 0, 1_000, preset, about);
    }

    static Loops of(Values values) {
      return new Loops(
          values.get(WINDOW),
          values.get(WARN_AT),
          values.get(HALT_AT),
          values.get(WARN_ERRORS),
          values.get(HALT_ERRORS),
          values.get(LONGEST_CYCLE));
    }

    /** {@return the same, as turns go by it} */
    public LoopLimits limits() {
      return new LoopLimits(window, warnAt, haltAt, warnErrors, haltErrors, longestCycle);
    }
  }
}
