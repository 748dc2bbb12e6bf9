package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Elicited;
import dev.belay.tools.call.Root;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a tool's questions to its client in the protocol's messages, and interprets the answers.
 */
final class AskedClient implements ClientQuestions {
  private final ToolWork work;
  private final CallContext context;
  private final AtomicInteger asked = new AtomicInteger();

  AskedClient(ToolWork work, CallContext context) {
    this.work = work;
    this.context = context;
  }

  @Override
  public boolean canAnswer(String... capability) {
    return work.client().canAnswer(capability);
  }

  @Override
  public Elicited elicit(String message, JsonNode schema) throws InterruptedException {
    var params = JsonMapper.shared().createObjectNode().put("message", message);
    params.set("requestedSchema", schema);
    return elicit(params);
  }

  @Override
  public Elicited elicit(ObjectNode params) throws InterruptedException {
    var answer = ask(Question.elicitation(key(), bytes(params)));
    return switch (answer.path("action").asString("")) {
      case "accept" ->
          new Elicited.Accepted(
              answer.get("content") instanceof ObjectNode content
                  ? content
                  : JsonMapper.shared().createObjectNode());
      case "decline" -> new Elicited.Declined();
      case "cancel" -> new Elicited.Dismissed();
      default -> throw improper("elicitation/create", null);
    };
  }

  @Override
  public ObjectNode sample(ObjectNode params) throws InterruptedException {
    return ask(Question.sampling(key(), bytes(params)));
  }

  @Override
  public List<Root> roots() throws InterruptedException {
    var roots = new ArrayList<Root>();
    for (var root : ask(Question.roots(key())).path("roots")) {
      try {
        var name = root.get("name");
        roots.add(
            new Root(
                new URI(root.path("uri").asString("")), name == null ? null : name.asString()));
      } catch (java.net.URISyntaxException e) {
        throw improper("roots/list", e);
      }
    }
    return roots;
  }

  private String key() {
    return "q" + asked.incrementAndGet();
  }

  private static byte[] bytes(JsonNode params) {
    return params.toString().getBytes(StandardCharsets.UTF_8);
  }

  private ObjectNode ask(Question question) throws InterruptedException {
    return Objects.requireNonNull(ask(List.of(question)).get(question.key()));
  }

  @Override
  public Map<String, ObjectNode> ask(List<Question> questions) throws InterruptedException {
    context.cancellation().throwIfCancelled();
    // A person's answer is meant for this call alone.
    work.goesAlone();
    var answers = new LinkedHashMap<String, ObjectNode>();
    try (var _ = context.call().hold(Call.QUESTION)) {
      var results = work.client().ask(questions);
      for (var question : questions) {
        answers.put(question.key(), object(question.method(), results.get(question.key())));
      }
    }
    return answers;
  }

  private static ObjectNode object(String method, byte @Nullable [] json) {
    try {
      if (json != null && JsonMapper.shared().readTree(json) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw improper(method, e);
    }
    throw improper(method, null);
  }

  private static ClientCannotAnswerException improper(String method, @Nullable Throwable cause) {
    return new ClientCannotAnswerException(
        "The client's answer to " + method + " is not what the protocol says.", cause);
  }
}
