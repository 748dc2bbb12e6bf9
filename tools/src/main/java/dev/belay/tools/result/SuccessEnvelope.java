package dev.belay.tools.result;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A tool's own envelope of {@code success}, {@code data} and {@code messages} (S2-24, C2); without
 * data, or without messages, it is one still.
 */
final class SuccessEnvelope {
  private static final Set<String> MEMBERS = Set.of("success", "data", "messages");

  private SuccessEnvelope() {}

  /** {@return whether {@code node} is one, and says that the tool failed} */
  static boolean isFailure(JsonNode node) {
    return node.isObject()
        && node.size() > 1
        && MEMBERS.containsAll(node.propertyNames())
        && node.path("success").isBoolean()
        && !node.path("success").booleanValue();
  }
}
