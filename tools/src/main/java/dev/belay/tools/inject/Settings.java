package dev.belay.tools.inject;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Operator's settings for tools, by keys such as {@code api.key} (S4-71, S4-74). Immutable. */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** {@return settings with a copy of {@code values}} */
  public static Settings of(Map<String, String> values) {
    return new Settings(values);
  }

  /** {@return the value of {@code key}; empty if it is not set} */
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * Returns the value of {@code key}.
   *
   * @throws MissingSettingException if it is not set
   */
  public String get(String key) {
    return find(key).orElseThrow(() -> new MissingSettingException(key));
  }

  /** {@return the keys that are set} */
  public Set<String> keys() {
    return values.keySet();
  }

  /** {@return the settings with only those of {@code keys} (S4-60)} */
  public Settings only(Set<String> keys) {
    var kept = new TreeMap<>(values);
    kept.keySet().retainAll(keys);
    return new Settings(kept);
  }

  /** Returns the keys alone, since values may be secret. */
  @Override
  public String toString() {
    return "Settings" + new TreeMap<>(values).keySet();
  }
}
