package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** The server's unanswered questions to its client. */
final class Questions {
  private final Map<String, CompletableFuture<Json>> open = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();

  /** Asks the client behind {@code wire}. Returns its future response. */
  Future<Json> ask(String method, String params, Wire wire) {
    var id = "faulty-" + asked.incrementAndGet();
    var answer = new CompletableFuture<Json>();
    open.put(id, answer);
    wire.request(id, method, params);
    return answer;
  }

  /** Handles a response of the client. */
  void answered(Json response) {
    var question = open.remove(response.at("id").text());
    if (question != null) {
      question.complete(response);
    }
  }

  /** {@return plausible params for the requests that a server may send} */
  static String params(String method) {
    return switch (method) {
      case "elicitation/create" ->
          "{\"message\":\"Which colour?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
              + "{\"colour\":{\"type\":\"string\"}},\"required\":[\"colour\"]}}";
      case "sampling/createMessage" ->
          "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Say hi\"}}],"
              + "\"maxTokens\":10}";
      default -> "{}";
    };
  }
}
