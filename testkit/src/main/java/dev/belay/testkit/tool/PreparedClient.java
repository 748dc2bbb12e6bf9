package dev.belay.testkit.tool;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ClientCannotAnswerException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client of tools under test, with answers prepared before the questions.
 *
 * <p>It declares the capabilities for which an answer was prepared. Each answer is given once, in
 * the order of preparation; only the roots stay. For use by the test's thread while no call runs.
 */
public final class PreparedClient {
  private final Time time;
  private final Map<String, Queue<byte[]>> answers = new HashMap<>();
  private byte @Nullable [] roots;
  private Duration delay = Duration.ZERO;

  PreparedClient(Time time) {
    this.time = time;
  }

  /** Has a person accept the next form with these values. */
  public PreparedClient accepts(Map<String, ?> content) {
    return answers("elicitation/create", Map.of("action", "accept", "content", content));
  }

  /** Has a person decline the next form. */
  public PreparedClient declines() {
    return answers("elicitation/create", Map.of("action", "decline"));
  }

  /** Has a person dismiss the next form. */
  public PreparedClient dismisses() {
    return answers("elicitation/create", Map.of("action", "cancel"));
  }

  /** Has the client's model answer with this text next. */
  public PreparedClient says(String text) {
    return answers(
        "sampling/createMessage",
        Map.of(
            "role",
            "assistant",
            "model",
            "prepared",
            "content",
            Map.of("type", "text", "text", text)));
  }

  /** Sets the client's roots for all calls from now on. */
  public PreparedClient worksAt(URI... places) {
    var all = Stream.of(places).map(place -> Map.of("uri", place.toString())).toList();
    roots = json(Map.of("roots", all));
    return this;
  }

  /** Answers the next question of {@code method} with this result. */
  public PreparedClient answers(String method, Map<String, ?> result) {
    answers.computeIfAbsent(method, _ -> new ArrayDeque<>()).add(json(result));
    return this;
  }

  /** Delays each answer from now on by that time; no delay by default. */
  public PreparedClient takes(Duration each) {
    delay = each;
    return this;
  }

  boolean canAnswer(String capability) {
    return switch (capability) {
      case "elicitation" -> answers.containsKey("elicitation/create");
      case "sampling" -> answers.containsKey("sampling/createMessage");
      case "roots" -> roots != null;
      default -> false;
    };
  }

  byte[] answer(Question question) throws InterruptedException {
    var needs = List.of(question.needs());
    if (!needs.isEmpty() && !canAnswer(needs.getFirst())) {
      throw ClientCannotAnswerException.undeclared(
          "The client cannot be asked (" + question.method() + "): the test prepared no answer.",
          needs);
    }
    var answer = next(question.method());
    if (answer == null) {
      throw new ClientCannotAnswerException(
          "The test prepared no further answer to " + question.method() + ".", null);
    }
    time.sleep(delay);
    return answer;
  }

  private byte @Nullable [] next(String method) {
    if (method.equals("roots/list") && roots != null) {
      return roots;
    }
    var prepared = answers.get(method);
    return prepared == null ? null : prepared.poll();
  }

  private static byte[] json(Object value) {
    return JsonMapper.shared().writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
  }
}
