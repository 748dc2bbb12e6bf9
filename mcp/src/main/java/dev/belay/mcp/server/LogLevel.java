package dev.belay.mcp.server;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The severity of a log message, the least first (RFC 5424; MCP 2025-11-25 §logging). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** {@return the level of that name on the wire, or null if it is unknown} */
  static @Nullable LogLevel of(@Nullable String wire) {
    for (LogLevel level : values()) {
      if (level.wire().equals(wire)) {
        return level;
      }
    }
    return null;
  }

  /** {@return the name on the wire} */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
