package dev.belay.config;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The origins of values, by the path of their key. */
public final class Origins {
  private final Values values;
  private final Map<String, Origin> byKey = new HashMap<>();
  private final Map<String, String> variables;

  /**
   * Captures the origins of values that no longer change.
   *
   * @param variables the values expanded in texts, by the variables' names
   */
  Origins(Values values, Map<String, String> variables) {
    this.values = values;
    this.variables = Map.copyOf(variables);
    values.eachOrigin(byKey::put);
  }

  static Origins none() {
    return new Origins(new Values(Config.ROOT), Map.of());
  }

  /** {@return the origin; {@link Origin#DEFAULT} for an unset key} */
  public Origin of(String key) {
    return byKey.getOrDefault(key, Origin.DEFAULT);
  }

  /** {@return the values of all sources} */
  Values values() {
    return values;
  }

  /** {@return the values expanded in texts, by the variables' names} */
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

  /** Leaves out the values. */
  @Override
  public String toString() {
    return "Origins[" + byKey + ", " + variables.keySet() + "]";
  }
}
