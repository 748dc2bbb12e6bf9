package dev.belay.agent.model.provider;

import dev.belay.testkit.http.Head;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One request received by a {@link StandIn}. */
record Asked(Head head, String body) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** {@return its body} */
  JsonNode json() {
    return JSON.readTree(body);
  }

  /** {@return this text as JSON} */
  static JsonNode json(String text) {
    return JSON.readTree(text);
  }
}
