package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent that users can talk to, as configured: {@code agents.NAME}.
 *
 * @param name its name for people and other agents
 * @param model the name of its model
 * @param instructions the first instructions of its model; may be empty
 * @param tools globs of the tools it is given; empty for all
 * @param maxToolLoops how often its model may ask for tools in one turn (at least 1)
 */
public record AgentSettings(
    String name, String model, String instructions, List<String> tools, int maxToolLoops) {
  private static final String FIRST = "the first of `models`";
  private static final String INHERITED = "that of `agents.defaults`";

  /** How often a model may ask for tools in one turn by default. */
  public static final int MAX_TOOL_LOOPS = 200;

  static final Section AGENTS = new Section("agents", Reload.AT_ONCE, "Agents by name.");

  /** The settings that agents inherit. */
  static final Section DEFAULTS =
      new Section("defaults", Reload.AT_ONCE, "Defaults of all agents.");

  static final Setting<String> MODEL =
      DEFAULTS
          .optional("model", Codec.verbatim(AgentSettings::model), FIRST, "name of its model")
          .template();
  private static final Setting<String> INSTRUCTIONS =
      DEFAULTS
          .optional(
              "instructions", Codec.verbatim(_ -> null), "none", "first instructions to its model")
          .template();
  private static final Setting<Integer> LOOPS =
      DEFAULTS
          .number("max_tool_loops", 1, 10_000, MAX_TOOL_LOOPS, "requests for tools in one turn")
          .template();

  static final Section SECTION =
      new Section("NAME", Reload.AT_ONCE, "One agent.").fallback(AGENTS, DEFAULTS);
  private static final Setting<String> OWN_MODEL = SECTION.inheriting(MODEL, INHERITED);
  private static final Setting<String> OWN_INSTRUCTIONS =
      SECTION.inheriting(INSTRUCTIONS, INHERITED);
  private static final Setting<List<String>> TOOLS =
      SECTION.optional(
          "tools",
          Codec.texts(Codec.Shape.FILLED_LIST_OR_TEXT, AgentSettings::glob),
          "all",
          "globs of the tools that it is given");
  private static final Setting<Integer> OWN_LOOPS = SECTION.inheriting(LOOPS, INHERITED);

  static {
    AGENTS.with(DEFAULTS.with(TurnSettings.TIMEOUTS)).of(SECTION, "an agent");
  }

  private static @Nullable String model(String name) {
    return name.isBlank() ? "expected the name of a model" : null;
  }

  private static @Nullable String glob(String text) {
    return text.isEmpty() ? "expected globs of tools, such as docs__*" : null;
  }

  /** Copies {@code tools}. */
  public AgentSettings {
    tools = List.copyOf(tools);
  }

  static AgentSettings of(String name, Values values) {
    return new AgentSettings(
        name,
        values.get(OWN_MODEL),
        values.or(OWN_INSTRUCTIONS, ""),
        values.or(TOOLS, List.of()),
        values.get(OWN_LOOPS));
  }
}
