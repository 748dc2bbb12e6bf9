package dev.belay.agent.loop;

import dev.belay.config.AgentSettings;
import dev.belay.config.Glob;
import dev.belay.gateway.turn.OfferedTool;
import java.util.List;

/**
 * Which tools an agent may know of, and call.
 *
 * @param globs over the name that clients see, with its server or bare; empty for all
 */
record ToolFilter(List<Glob> globs) {
  static ToolFilter of(AgentSettings agent) {
    return new ToolFilter(agent.tools().stream().map(Glob::new).toList());
  }

  boolean allows(String tool) {
    return globs.isEmpty() || globs.stream().anyMatch(glob -> glob.namesSeen(tool));
  }

  List<OfferedTool> of(List<OfferedTool> offered) {
    return offered.stream().filter(tool -> allows(tool.name())).toList();
  }
}
