package dev.belay.tools.declare;

import dev.belay.core.call.CallContext;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A call that provides arguments alone. */
record JsonCall(ObjectNode given) implements ToolCall {
  static JsonCall of(String json) {
    return new JsonCall((ObjectNode) JsonMapper.shared().readTree(json));
  }

  @Override
  public String tool() {
    return "tool";
  }

  @Override
  public String principal() {
    return "alice";
  }

  @Override
  public ObjectNode arguments() {
    return given.deepCopy();
  }

  @Override
  public @Nullable JsonNode argument(String name) {
    return given.get(name);
  }

  @Override
  public CallContext context() {
    throw new IllegalStateException("no core here");
  }

  @Override
  public ClientLog log() {
    throw new IllegalStateException("no client here");
  }

  @Override
  public ClientQuestions client() {
    throw new IllegalStateException("no client here");
  }

  @Override
  public CommandResult exec(Command command) {
    throw new IllegalStateException("no programs here");
  }
}
