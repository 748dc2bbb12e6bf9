package dev.belay.tools.call;

import dev.belay.mcp.server.LogLevel;
import tools.jackson.databind.JsonNode;

/**
 * Writes to the log of the client that called, if it wants such messages; else nothing happens.
 *
 * <p>No heartbeat: a tool that only talks makes no progress (C17). Safe for use by many threads.
 */
public interface ClientLog {
  /** Says {@code data}, any JSON, at a level. */
  void log(LogLevel level, JsonNode data);

  /** Says a text at a level. */
  void log(LogLevel level, String text);

  /** Says a text that only helps to find faults. */
  default void debug(String text) {
    log(LogLevel.DEBUG, text);
  }

  /** Says a text that is good to know. */
  default void info(String text) {
    log(LogLevel.INFO, text);
  }

  /** Says a text about what may go wrong. */
  default void warning(String text) {
    log(LogLevel.WARNING, text);
  }

  /** Says a text about what went wrong. */
  default void error(String text) {
    log(LogLevel.ERROR, text);
  }
}
