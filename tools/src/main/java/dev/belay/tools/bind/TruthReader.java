package dev.belay.tools.bind;

import tools.jackson.databind.JsonNode;

/** Reads true and false. */
record TruthReader() implements ValueReader {
  @Override
  public Object read(JsonNode json) {
    if (!json.isBoolean()) {
      throw ArgumentMismatchException.of("true or false", json);
    }
    return json.booleanValue();
  }

  @Override
  public DefaultValue defaultOf(String text) {
    return switch (text.strip()) {
      case "true" -> DefaultValue.ofScalar("true", true);
      case "false" -> DefaultValue.ofScalar("false", false);
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }
}
