package dev.belay.tools.call;

import dev.belay.mcp.envelope.LogLevel;
import tools.jackson.databind.JsonNode;

/**
 * Log of the client that made the call; a message below the level that the client wants is dropped.
 *
 * <p>A message is not a heartbeat: a tool that only logs makes no progress (C17). Safe for use by
 * many threads.
 */
public interface ClientLog {
  /** Logs {@code data}, any JSON, at a level. */
  void log(LogLevel level, JsonNode data);

  /** Logs a text at a level. */
  void log(LogLevel level, String text);

  /** Logs a text that helps to find faults. */
  default void debug(String text) {
    log(LogLevel.DEBUG, text);
  }

  /** Logs a text for information. */
  default void info(String text) {
    log(LogLevel.INFO, text);
  }

  /** Logs a warning. */
  default void warning(String text) {
    log(LogLevel.WARNING, text);
  }

  /** Logs an error. */
  default void error(String text) {
    log(LogLevel.ERROR, text);
  }
}
