package dev.belay.mcp.envelope;

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
  public static @Nullable LogLevel of(@Nullable String wire) {
    for (var level : values()) {
      if (level.wire().equals(wire)) {
        return level;
      }
    }
    return null;
  }

  /** {@return the level that a {@code logging/setLevel} or {@code notifications/message} names} */
  public static @Nullable LogLevel of(Envelope message) {
    var span = message.params();
    var params = span == null ? null : JsonObject.of(message.bytes(), span);
    return params == null ? null : of(params.text("level"));
  }

  /** {@return the name on the wire} */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the params of a {@code logging/setLevel} for it} */
  public byte[] params() {
    return JsonObject.empty().setText("level", wire()).json();
  }

  /** {@return whether who asked for this level and above hears a message of {@code level}} */
  public boolean hears(LogLevel level) {
    return level.compareTo(this) >= 0;
  }

  /**
   * Tells whether a message is for a client that asked for {@code wanted}, or for nothing.
   *
   * <p>In the modern era a request that asks for no level must hear nothing (MCP 2026-07-28
   * §logging). A message whose level nobody knows is heard by all who asked for any.
   */
  public static boolean hears(@Nullable LogLevel wanted, Envelope message) {
    if (wanted == null) {
      return false;
    }
    var level = of(message);
    return level == null || wanted.hears(level);
  }
}
