package dev.belay.tools.declare;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Elicited;
import dev.belay.tools.call.Root;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client that drops log messages, and cannot be asked. */
final class SilentClient implements ClientLog, ClientQuestions {
  @Override
  public void log(LogLevel level, JsonNode data) {}

  @Override
  public void log(LogLevel level, String text) {}

  @Override
  public boolean canAnswer(String... capability) {
    return false;
  }

  @Override
  public Elicited elicit(String message, JsonNode schema) {
    return new Elicited.Dismissed();
  }

  @Override
  public Elicited elicit(ObjectNode params) {
    return new Elicited.Dismissed();
  }

  @Override
  public ObjectNode sample(ObjectNode params) {
    throw new ClientCannotAnswerException("no model here", null);
  }

  @Override
  public Map<String, ObjectNode> ask(List<Question> questions) {
    throw new ClientCannotAnswerException("nobody here", null);
  }

  @Override
  public List<Root> roots() {
    return List.of();
  }
}
