package dev.belay.config;

import java.util.List;

/**
 * An agent that can be talked to, as configured.
 *
 * @param name what people and other agents call it
 * @param model the name of its model
 * @param instructions what its model is told before everything else; may be empty
 * @param tools globs of the tools that it is told of; empty for all
 * @param maxToolLoops how often in one turn its model may ask for tools (at least 1)
 */
public record AgentSettings(
    String name, String model, String instructions, List<String> tools, int maxToolLoops) {
  /** How often a model may ask for tools in one turn, unless told otherwise. */
  public static final int MAX_TOOL_LOOPS = 200;

  /** The agent that there is where none is configured. */
  public static final AgentSettings MAIN =
      new AgentSettings("main", "demo", "", List.of(), MAX_TOOL_LOOPS);

  /** Keeps its own copy of {@code tools}. */
  public AgentSettings {
    tools = List.copyOf(tools);
  }
}
