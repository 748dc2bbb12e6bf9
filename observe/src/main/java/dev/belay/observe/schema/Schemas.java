package dev.belay.observe.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The published JSON Schemas (2020-12), each in a file beside this class that is served unchanged.
 * They refer to each other by name, relative to the paths at which they are served.
 */
final class Schemas {
  /** All names: requests, answers, then events. */
  static final List<String> NAMES =
      List.of(
          "turn-request",
          "turn-answer",
          "active-turns",
          "turn",
          "turn-details",
          "abort-answer",
          "abort-tool-answer",
          "session-stream-request",
          "agents",
          "session",
          "forget-answer",
          "busy-body",
          "calls",
          "cancel-request",
          "cancel-answer",
          "past-call",
          "history",
          "history-call",
          "jobs",
          "job",
          "estimates",
          "approvals",
          "approval",
          "decision-request",
          "approval-rules",
          "approval-rule",
          "server",
          "accept-request",
          "config",
          "health",
          "health-word",
          "schema-index",
          "error-body",
          "forbidden",
          "turn-event",
          "turn_start",
          "tool_start",
          "tool_progress",
          "tool_timeout",
          "tool_cancelled",
          "tool_result",
          "text_delta",
          "model_retry",
          "error",
          "turn_complete",
          "turn_abort",
          "replay_gap",
          "journal-event",
          "live-event",
          "console-link",
          "session-request",
          "session-token");

  private Schemas() {}

  /**
   * {@return the schema as it is served}
   *
   * @param name one of {@link #NAMES}
   */
  static byte[] bytes(String name) {
    try (var file = Schemas.class.getResourceAsStream(name + ".json")) {
      if (file == null) {
        throw new IllegalArgumentException("there is no schema " + name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the schema " + name + " cannot be read", e);
    }
  }

  /** {@return the schema as text} */
  static String text(String name) {
    return new String(bytes(name), UTF_8);
  }
}
