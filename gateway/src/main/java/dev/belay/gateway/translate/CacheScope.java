package dev.belay.gateway.translate;

import java.util.Locale;

/** With whom a client may share what it keeps of a result (MCP 2026-07-28 §caching, SEP-2549). */
public enum CacheScope {
  PUBLIC,
  /** With nobody of another authorization. */
  PRIVATE;

  /** {@return the name on the wire} */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
