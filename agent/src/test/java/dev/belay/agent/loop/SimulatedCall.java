package dev.belay.agent.loop;

import dev.belay.core.call.CallContext;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A native tool's view of a governor's call, for tools that ask nothing of the client. */
record SimulatedCall(CallContext context) implements ToolCall {
  @Override
  public String tool() {
    return context.info().tool();
  }

  @Override
  public String principal() {
    return context.info().caller().principal();
  }

  @Override
  public ObjectNode arguments() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public @Nullable JsonNode argument(String name) {
    return null;
  }

  @Override
  public ClientLog log() {
    throw new UnsupportedOperationException("there is no client");
  }

  @Override
  public ClientQuestions client() {
    throw new UnsupportedOperationException("there is no client");
  }

  @Override
  public CommandResult exec(Command command) {
    throw new UnsupportedOperationException("there are no programs");
  }
}
