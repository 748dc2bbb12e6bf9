package dev.belay.tools.run;

import dev.belay.core.call.CallContext;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** View of one run of a tool for its body. */
final class RunningCall implements ToolCall {
  private final ToolWork work;
  private final CallContext context;
  private final ObjectNode arguments;
  private final ClientQuestions questions;

  RunningCall(ToolWork work, CallContext context, ObjectNode arguments) {
    this.work = work;
    this.context = context;
    this.arguments = arguments;
    questions = new AskedClient(work, context);
  }

  @Override
  public String tool() {
    return work.tool().name();
  }

  @Override
  public String principal() {
    return context.info().caller().principal();
  }

  @Override
  public ObjectNode arguments() {
    return arguments.deepCopy();
  }

  @Override
  public @Nullable JsonNode argument(String name) {
    return arguments.get(name);
  }

  @Override
  public CallContext context() {
    return context;
  }

  @Override
  public ClientLog log() {
    return new ClientLines(work.client());
  }

  @Override
  public ClientQuestions client() {
    return questions;
  }

  @Override
  public void letGo() {
    work.client().letGo();
  }

  @Override
  public void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    context.heartbeat(message, done, total);
    work.progressed(message, done, total);
  }

  @Override
  public CommandResult exec(Command command) throws IOException, InterruptedException {
    return work.exec(this, command);
  }

  /** Sends a tool's messages to its client's log. */
  record ClientLines(Client client) implements ClientLog {
    @Override
    public void log(LogLevel level, JsonNode data) {
      client.log(level, data.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void log(LogLevel level, String text) {
      log(level, JsonNodeFactory.instance.stringNode(text));
    }
  }
}
