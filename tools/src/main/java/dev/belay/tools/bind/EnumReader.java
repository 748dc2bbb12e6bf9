package dev.belay.tools.bind;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.tools.schema.WireNames;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the constants of an enum by their JSON names. */
record EnumReader(Map<String, Object> constants) implements ValueReader {
  static EnumReader of(Class<?> type) {
    var constants = new LinkedHashMap<String, Object>();
    for (var constant : type.getEnumConstants()) {
      if (constants.put(WireNames.of((Enum<?>) constant), constant) != null) {
        throw new UnbindableException(
            "two constants of "
                + type.getName()
                + " are called "
                + WireNames.of((Enum<?>) constant)
                + ": give one of them another @Arg(name)");
      }
    }
    return new EnumReader(constants);
  }

  @Override
  public Object read(JsonNode json) {
    var constant = json.isString() ? constants.get(json.stringValue()) : null;
    if (constant == null) {
      throw ArgumentMismatchException.of(expected(), json);
    }
    return constant;
  }

  @Override
  public DefaultValue defaultOf(String text) {
    if (DefaultValue.isQuoted(text)) {
      return DefaultValue.ofJson(text, this);
    }
    @Nullable Object constant = constants.get(text);
    if (constant == null) {
      throw new IllegalArgumentException("expected " + expected());
    }
    return DefaultValue.ofScalar(JsonString.quote(text), constant);
  }

  private String expected() {
    return "one of " + String.join(", ", constants.keySet());
  }
}
