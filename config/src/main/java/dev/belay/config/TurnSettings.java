package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.ToolTimeouts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of turns: {@code agents.defaults.toolTimeouts} and {@code turns}.
 *
 * @param silence the idle limit of tools in a turn (S1-37); zero for no limit
 * @param overrides idle limits by tool (S1-38), in the order of the file
 * @param limit the default time limit of a turn; zero for no limit
 * @param unannotated the concurrency of tools without annotations (C19)
 * @param loops the thresholds of the loop detector
 */
public record TurnSettings(
    Duration silence,
    Map<String, Duration> overrides,
    Duration limit,
    Concurrency unannotated,
    Loops loops) {
  static final Section TIMEOUTS =
      new Section("toolTimeouts", Reload.AT_ONCE, "Idle limits of tools in turns.");
  // Written as a literal instead of read from the core: every start passes here, and few have a
  // turn.
  static final Setting<Duration> DEFAULT_MS =
      TIMEOUTS.setting(
          "defaultMs",
          DurationText.MILLIS,
          Duration.ofSeconds(120),
          "longest silence of a tool in a turn, in milliseconds; 0 = no limit");
  static final Section OVERRIDES =
      new Section("overrides", Reload.AT_ONCE, "the same for single tools, by name");
  static final Setting<Duration> OVERRIDE =
      new Setting<>(
          "TOOL",
          DurationText.MILLIS,
          null,
          "",
          Reload.AT_ONCE,
          "the same for one tool, by its name");

  static final Section SECTION = new Section("turns", Reload.AT_ONCE, "Limits of turns.");
  private static final Setting<Duration> LIMIT =
      SECTION.seconds("limit", 1_800, "default time limit of a turn; 0 = no limit");
  private static final Setting<Concurrency> UNANNOTATED =
      SECTION.choice(
          "unannotated", Concurrency.PARALLEL, "concurrency of tools without annotations");

  static {
    TIMEOUTS.with(OVERRIDES.of(OVERRIDE, ""));
    SECTION.with(Loops.SECTION);
  }

  /** Copies {@code overrides}. */
  public TurnSettings {
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
  }

  /** {@return the default settings (S1-20)} */
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

  /** {@return the limits of a turn's tools, bounded by {@code mcp.timeout} (C5)} */
  public ToolTimeouts toolTimeouts(McpSettings mcp) {
    return new ToolTimeouts(silence, overrides, mcp.timeout());
  }

  /**
   * The thresholds of the loop detector in one turn: {@code turns.loops}. Zero switches a rule off;
   * see {@link LoopLimits} for each of them.
   */
  public record Loops(
      int window, int warnAt, int haltAt, int warnErrors, int haltErrors, int longestCycle) {
    static final Section SECTION = new Section("loops", Reload.AT_ONCE, "Detection of loops.");
    private static final Setting<Integer> WINDOW =
        calls("window", 12, "number of last calls searched for equal ones");
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

    /** {@return the thresholds in the form of the core} */
    public LoopLimits limits() {
      return new LoopLimits(window, warnAt, haltAt, warnErrors, haltErrors, longestCycle);
    }
  }
}
