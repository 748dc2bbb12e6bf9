package dev.belay.config;

import java.util.Map;

/**
 * Where each value was set, by the path of its key.
 *
 * @param byKey origins of the keys that somebody set
 * @param asWritten texts before variables of the environment were put into them; only these are
 *     shown, since the variables may hold passwords
 * @param variables the values that were put into them, by the variables' names
 */
public record Origins(
    Map<String, Origin> byKey, Map<String, String> asWritten, Map<String, String> variables) {
  public Origins {
    byKey = Map.copyOf(byKey);
    asWritten = Map.copyOf(asWritten);
    variables = Map.copyOf(variables);
  }

  static Origins none() {
    return new Origins(Map.of(), Map.of(), Map.of());
  }

  String shown(String key, String value) {
    return asWritten.getOrDefault(key, value);
  }

  /** {@return the origin; {@link Origin#DEFAULT} for a key that nobody set} */
  public Origin of(String key) {
    return byKey.getOrDefault(key, Origin.DEFAULT);
  }

  /** Says nothing of values. */
  @Override
  public String toString() {
    return "Origins[" + byKey + ", " + asWritten + ", " + variables.keySet() + "]";
  }
}
