package dev.belay.tools.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads arrays into unmodifiable collections that keep the order of the items. */
record ItemsReader(ValueReader item, Function<List<@Nullable Object>, Object> collect)
    implements ValueReader {
  static ItemsReader list(ValueReader item) {
    return new ItemsReader(item, Collections::unmodifiableList);
  }

  static ItemsReader set(ValueReader item) {
    return new ItemsReader(
        item, items -> Collections.unmodifiableSequencedSet(new LinkedHashSet<>(items)));
  }

  @Override
  public Object read(JsonNode json) {
    if (!json.isArray()) {
      throw ArgumentMismatchException.of("an array", json);
    }
    var items = new ArrayList<@Nullable Object>(json.size());
    for (var each : json) {
      items.add(readItem(each, items.size()));
    }
    return collect.apply(items);
  }

  private @Nullable Object readItem(JsonNode json, int index) {
    try {
      return NullGuard.read(item, json);
    } catch (ArgumentMismatchException e) {
      throw e.at(index);
    }
  }
}
