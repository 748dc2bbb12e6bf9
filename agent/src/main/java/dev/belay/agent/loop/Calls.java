package dev.belay.agent.loop;

import dev.belay.agent.history.Block;
import dev.belay.core.call.Caller;
import dev.belay.core.turn.ToolUse;
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
 * Makes calls of what a model asked for: one for each, in order, also where it cannot be made.
 *
 * @param agent its name, for what is said to its model
 */
record Calls(LoopTools tools, ToolFilter filter, String agent, Caller caller) {
  /** {@return what the model is told of} */
  List<OfferedTool> offered() throws ListFailed, InterruptedException {
    return filter.of(tools.offered(caller.principal()));
  }

  /**
   * {@return the calls, ready for a turn}
   *
   * @param asked no two of which have one id
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
          "Tool \"%s\" is not available to agent \"%s\". Use one of the tools that you were told of."
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

  /** {@return that call as one that is not begun: of a turn that is over already} */
  static ToolUse unmade(Block.ToolUse use) {
    return new ToolUse(use.id(), refused(use, "The call was not made."));
  }
}
