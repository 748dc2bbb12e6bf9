package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Target of one property of an object: a parameter, or a component of a record.
 *
 * @param name of the property
 * @param required whether callers must give it
 * @param whenAbsent the default value; null for none
 */
public record Slot(
    String name, ValueReader reader, boolean required, @Nullable DefaultValue whenAbsent) {
  /**
   * Reads the given value, the default, or the reader's absent value.
   *
   * @param json null if the property is absent
   * @throws ArgumentMismatchException if it is required and absent, or not a valid value
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
