package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import org.jspecify.annotations.Nullable;

/**
 * A call that a step asks for.
 *
 * @param id null for one that is made up
 */
record ScriptedCall(@Nullable String id, String name, InputTemplate input) {
  Block.ToolUse use(String otherwise, Moment moment) throws MissingQuote {
    return new Block.ToolUse(id == null ? otherwise : id, name, input.fill(moment));
  }
}
