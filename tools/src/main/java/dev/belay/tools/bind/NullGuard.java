package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Keeps JSON's null from readers that do not accept it: an item or a value of a map cannot be left
 * out.
 */
final class NullGuard {
  private NullGuard() {}

  static @Nullable Object read(ValueReader reader, JsonNode json) {
    if (json.isNull() && !reader.takesNull()) {
      if (reader.optional()) {
        return reader.absent();
      }
      throw ArgumentMismatchException.of("a value", json);
    }
    return reader.read(json);
  }
}
