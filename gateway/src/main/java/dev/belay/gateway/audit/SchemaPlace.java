package dev.belay.gateway.audit;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import org.jspecify.annotations.Nullable;

/** Finds what a reference within one JSON Schema leads to (RFC 6901). */
final class SchemaPlace {
  private SchemaPlace() {}

  /**
   * {@return the place in {@code root} that the string at {@code reference} points at; null if it
   * leads elsewhere, or nowhere}
   */
  static @Nullable Span of(byte[] json, Span root, Span reference) {
    var text = JsonString.decode(json, reference);
    if (text.equals("#")) {
      return root;
    }
    // A name that is percent-encoded is rare enough to be taken for one that leads elsewhere.
    if (!text.startsWith("#/") || text.indexOf('%') >= 0) {
      return null;
    }
    Span place = root;
    for (var step : text.substring(2).split("/", -1)) {
      place = place == null ? null : step(json, place, step.replace("~1", "/").replace("~0", "~"));
    }
    return place;
  }

  private static @Nullable Span step(byte[] json, Span place, String step) {
    if (place.isObject(json)) {
      return Slices.find(json, place, step);
    }
    if (!place.isArray(json) || !step.matches("\\d{1,6}")) {
      return null;
    }
    var items = Slices.items(json, place);
    int index = Integer.parseInt(step);
    return index < items.size() ? items.get(index) : null;
  }
}
