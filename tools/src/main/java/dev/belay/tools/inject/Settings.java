package dev.belay.tools.inject;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What an operator set for tools, by keys such as {@code api.key} (S4-71, S4-74). Immutable. */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** {@return a view of a copy of {@code values}} */
  public static Settings of(Map<String, String> values) {
    return new Settings(values);
  }

  /** {@return the value of {@code key}; empty if nobody set it} */
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * Returns the value of {@code key}.
   *
   * @throws MissingSettingException if nobody set it
   */
  public String get(String key) {
    return find(key).orElseThrow(() -> new MissingSettingException(key));
  }

  /** {@return the keys that are set} */
  public Set<String> keys() {
    return values.keySet();
  }

  /** {@return only those of {@code keys} that are set (S4-60)} */
  public Settings only(Set<String> keys) {
    var kept = new TreeMap<>(values);
    kept.keySet().retainAll(keys);
    return new Settings(kept);
  }

  /** Keys only: values may be secret. */
  @Override
  public String toString() {
    return "Settings" + new TreeMap<>(values).keySet();
  }
}
