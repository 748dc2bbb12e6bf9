package dev.belay.gateway.config;

import java.util.Map;

/** Where each value was set, by the path of its key. */
public record Origins(Map<String, Origin> byKey) {
  public Origins {
    byKey = Map.copyOf(byKey);
  }

  /** {@return the origin; {@link Origin#DEFAULT} for a key that nobody set} */
  public Origin of(String key) {
    return byKey.getOrDefault(key, Origin.DEFAULT);
  }
}
