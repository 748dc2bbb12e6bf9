package dev.belay.tools.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads any JSON into Java's maps, lists, strings, numbers and booleans, for {@code Object}. */
record PlainReader() implements ValueReader {
  @Override
  public @Nullable Object read(JsonNode json) {
    return switch (json.getNodeType()) {
      case OBJECT -> map(json);
      case ARRAY -> list(json);
      case STRING -> json.stringValue();
      case NUMBER -> json.numberValue();
      case BOOLEAN -> json.booleanValue();
      case NULL -> null;
      case BINARY, MISSING, POJO -> throw ArgumentMismatchException.of("JSON", json);
    };
  }

  @Override
  public boolean takesNull() {
    return true;
  }

  private Map<String, @Nullable Object> map(JsonNode json) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    json.properties().forEach(entry -> map.put(entry.getKey(), read(entry.getValue())));
    return Collections.unmodifiableMap(map);
  }

  private List<@Nullable Object> list(JsonNode json) {
    var list = new ArrayList<@Nullable Object>();
    json.forEach(item -> list.add(read(item)));
    return Collections.unmodifiableList(list);
  }
}
