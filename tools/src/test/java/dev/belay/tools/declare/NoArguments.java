package dev.belay.tools.declare;

import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A local call without arguments. */
interface NoArguments extends ToolCall {
  @Override
  default String tool() {
    return context().info().tool();
  }

  @Override
  default String principal() {
    return "local";
  }

  @Override
  default ObjectNode arguments() {
    return JsonMapper.shared().createObjectNode();
  }

  @Override
  default @Nullable JsonNode argument(String name) {
    return null;
  }

  @Override
  default CommandResult exec(Command command) {
    throw new IllegalStateException("no programs here");
  }
}
