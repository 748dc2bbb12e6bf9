package dev.belay.config;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where each value was set, by the path of its key. */
public final class Origins {
  private final Values values;
  private final Map<String, Origin> byKey = new HashMap<>();
  private final Map<String, String> variables;

  /**
   * Knows the origins of values, which do not change any more.
   *
   * @param variables the values that were put into texts, by the variables' names
   */
  Origins(Values values, Map<String, String> variables) {
    this.values = values;
    this.variables = Map.copyOf(variables);
    values.eachOrigin(byKey::put);
  }

  static Origins none() {
    return new Origins(new Values(Config.ROOT), Map.of());
  }

  /** {@return the origin; {@link Origin#DEFAULT} for a key that is not set} */
  public Origin of(String key) {
    return byKey.getOrDefault(key, Origin.DEFAULT);
  }

  /** {@return what was said, all of it} */
  Values values() {
    return values;
  }

  /** {@return the values that were put into texts, by the variables' names} */
  Map<String, String> variables() {
    return variables;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Origins origins
        && values.equals(origins.values)
        && variables.equals(origins.variables);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Says nothing of values. */
  @Override
  public String toString() {
    return "Origins[" + byKey + ", " + variables.keySet() + "]";
  }
}
