package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A place that one property of an object fills: a parameter, or a component of a record.
 *
 * @param name of the property
 * @param required whether it must be given
 * @param whenAbsent what stands for it if it is not given; null for nothing
 */
public record Slot(
    String name, ValueReader reader, boolean required, @Nullable DefaultValue whenAbsent) {
  /**
   * Reads what came, or its default, or nothing.
   *
   * @param json null if the property is not there
   * @throws ArgumentMismatchException if it is required, or no such value
   */
  public @Nullable Object read(@Nullable JsonNode json) {
    try {
      if (json != null && (!json.isNull() || reader.takesNull())) {
        return reader.read(json);
      }
      if (whenAbsent != null) {
        return whenAbsent.value().get();
      }
      if (required) {
        throw json == null
            ? ArgumentMismatchException.missing("a value")
            : ArgumentMismatchException.of("a value", json);
      }
      return reader.absent();
    } catch (ArgumentMismatchException e) {
      throw e.in(name);
    }
  }
}
