package dev.belay.tools.bind;

import java.util.Collections;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Reads objects into unmodifiable maps that keep the order of the members. */
record MapReader(ValueReader key, ValueReader value) implements ValueReader {
  @Override
  public Object read(JsonNode json) {
    if (!json.isObject()) {
      throw ArgumentMismatchException.of("an object", json);
    }
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (var entry : json.properties()) {
      try {
        map.put(
            key.read(StringNode.valueOf(entry.getKey())), NullGuard.read(value, entry.getValue()));
      } catch (ArgumentMismatchException e) {
        throw e.in(entry.getKey());
      }
    }
    return Collections.unmodifiableSequencedMap(map);
  }
}
