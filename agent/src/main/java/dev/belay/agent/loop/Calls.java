package dev.belay.agent.loop;

import dev.belay.agent.history.Block;
import dev.belay.agent.loop.Agents.LoopTools;
import dev.belay.config.AgentSettings;
import dev.belay.config.Glob;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.core.turn.TurnTool;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.AskedTool;
import dev.belay.gateway.turn.InvalidTurn;
import dev.belay.gateway.turn.OfferedTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns a model's requests into calls: one for each, in order, including those that are refused.
 *
 * @param agent the agent's name, for messages to its model
 */
record Calls(LoopTools tools, ToolFilter filter, String agent, Caller caller) {
  /** {@return the tools offered to the model} */
  List<OfferedTool> offered() throws ListFailed, InterruptedException {
    return filter.of(tools.offered(caller.principal()));
  }

  /**
   * {@return the calls, ready for a turn}
   *
   * @param asked the requests, with unique ids
   */
  List<ToolUse> of(List<Block.ToolUse> asked) throws InterruptedException {
    var refused = new HashMap<String, TurnTool>();
    var made = new ArrayList<AskedTool>();
    for (var use : asked) {
      try {
        made.add(checked(use, made.size()));
      } catch (InvalidTurn e) {
        refused.put(use.id(), refused(use, e.why()));
      }
    }
    var uses = new HashMap<String, ToolUse>();
    if (!made.isEmpty()) {
      tools.uses(caller, made).forEach(use -> uses.put(use.id(), use));
    }
    return asked.stream().map(use -> one(use, refused, uses)).toList();
  }

  private static ToolUse one(
      Block.ToolUse use, Map<String, TurnTool> refused, Map<String, ToolUse> uses) {
    var not = refused.get(use.id());
    var made = uses.get(use.id());
    if (not != null) {
      return new ToolUse(use.id(), not);
    }
    return made == null ? unmade(use) : made;
  }

  private AskedTool checked(Block.ToolUse use, int before) throws InvalidTurn {
    if (before >= AskedTool.MOST) {
      throw new InvalidTurn(
          "There are more than "
              + AskedTool.MOST
              + " calls in one message; ask for the others in the next one.");
    }
    if (!filter.allows(use.name())) {
      throw new InvalidTurn(
          "Tool \"%s\" is not available to agent \"%s\". Use one of the tools offered to you."
              .formatted(use.name(), agent));
    }
    try {
      return AskedTool.of(use.id(), use.name(), use.input());
    } catch (InvalidTurn e) {
      throw new InvalidTurn(
          "The call was not made: %s. Ask for it again, with arguments that are a JSON object."
              .formatted(e.why()));
    }
  }

  private static TurnTool refused(Block.ToolUse use, String why) {
    return new RefusedTool(use.name(), use.input(), why);
  }

  /** {@return a refused call, for a turn that has ended} */
  static ToolUse unmade(Block.ToolUse use) {
    return new ToolUse(use.id(), refused(use, "The call was not made."));
  }

  /**
   * A requested call that cannot be made; its result says why.
   *
   * @param fingerprint the arguments as written by the model
   * @param reason a sentence that a model can act on
   */
  record RefusedTool(String name, String fingerprint, String reason) implements TurnTool {
    @Override
    public Lane lane() {
      return new Lane.Parallel();
    }

    @Override
    public Limits limits() {
      return Limits.NONE;
    }

    @Override
    public void start(TurnCallPolicy terms) {
      terms.refused(reason);
    }

    @Override
    public ToolAnswer read(Payload result) {
      throw new IllegalStateException("a refused call never runs");
    }
  }

  /**
   * The tools that an agent may see and call.
   *
   * @param globs patterns for names as clients see them, with or without server; empty for all
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
}
