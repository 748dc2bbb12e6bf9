package dev.belay.tools.bind;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads optional values: the three optional number types and {@code Optional}. */
record OptionalReader(ValueReader inner, Object absent, Function<Object, Object> wrap)
    implements ValueReader {
  @Override
  public Object read(JsonNode json) {
    var value = inner.read(json);
    return value == null ? absent : wrap.apply(value);
  }

  @Override
  public boolean optional() {
    return true;
  }
}
