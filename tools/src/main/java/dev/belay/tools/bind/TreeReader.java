package dev.belay.tools.bind;

import tools.jackson.databind.JsonNode;

/** Reads JSON as a tree, a copy for each call: a retry must find the arguments unchanged. */
record TreeReader(Class<?> type) implements ValueReader {
  @Override
  public Object read(JsonNode json) {
    if (!type.isInstance(json)) {
      throw ArgumentMismatchException.of("a JSON " + type.getSimpleName(), json);
    }
    return json.deepCopy();
  }

  @Override
  public boolean takesNull() {
    return type.getSimpleName().equals("JsonNode");
  }
}
