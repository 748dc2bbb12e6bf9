package dev.belay.gateway.upstream;

import dev.belay.core.name.ShortText;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task of a server, as one of its answers describes it, in either dialect (MCP 2025-11-25 §tasks,
 * SEP-2663).
 *
 * @param message the server's own words on the state, cut; null for none
 * @param poll the time to wait before the task is asked for again
 * @param fields all that the answer says
 */
record TaskState(
    String id, Status status, @Nullable String message, Duration poll, JsonObject fields) {
  /** The interval where a server names none. */
  static final Duration USUAL_POLL = Duration.ofSeconds(1);

  private static final double SHORTEST_MILLIS = 100;
  private static final double LONGEST_MILLIS = 30_000;

  /** A status on the wire. */
  enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    boolean isEnd() {
      return switch (this) {
        case WORKING, INPUT_REQUIRED -> false;
        case COMPLETED, FAILED, CANCELLED -> true;
      };
    }

    private static @Nullable Status of(@Nullable String wire) {
      return switch (wire == null ? "" : wire) {
        case "working" -> WORKING;
        case "input_required" -> INPUT_REQUIRED;
        case "completed" -> COMPLETED;
        case "failed" -> FAILED;
        case "cancelled" -> CANCELLED;
        default -> null;
      };
    }
  }

  /**
   * {@return whether the answer to a call is a task}
   *
   * @param isAsked whether the call asks for a legacy task: else a member {@code task} of its
   *     result is the tool's own
   */
  static boolean isTask(Envelope answer, boolean isAsked) {
    return "task".equals(answer.text(Member.RESULT_TYPE))
        || (isAsked && answer.has(Member.RESULT_TASK) && !answer.has(Member.RESULT_CONTENT));
  }

  /** {@return the task that is the answer to a call; null where it has no id or no status} */
  static @Nullable TaskState created(Envelope answer) {
    boolean isLegacy = answer.has(Member.RESULT_TASK);
    var described = answer.raw(isLegacy ? Member.RESULT_TASK : Member.RESULT);
    return described == null ? null : of(described);
  }

  /** {@return the task in an answer to {@code tasks/get}; null where that makes no sense} */
  static @Nullable TaskState got(Envelope answer, String id) {
    var described = answer.raw(Member.RESULT);
    var state = described == null ? null : of(described);
    return state != null && state.id.equals(id) ? state : null;
  }

  private static @Nullable TaskState of(byte[] json) {
    var fields = JsonObject.of(json);
    var id = fields == null ? null : fields.text("taskId");
    var status = fields == null ? null : Status.of(fields.text("status"));
    if (fields == null || id == null || status == null || !isUsable(id)) {
      return null;
    }
    var message = fields.text("statusMessage");
    return new TaskState(
        id, status, message == null ? null : ShortText.message(message), poll(fields), fields);
  }

  /** {@return whether a name that a server gives is there, and short enough to be kept} */
  static boolean isUsable(String id) {
    return !id.isEmpty() && id.length() <= Bounds.DEFAULT.idBytes();
  }

  private static Duration poll(JsonObject fields) {
    var modern = fields.raw("pollIntervalMs");
    var given = modern == null ? fields.raw("pollInterval") : modern;
    if (given == null) {
      return USUAL_POLL;
    }
    try {
      double millis = Double.parseDouble(new String(given, StandardCharsets.UTF_8));
      return Duration.ofMillis((long) Math.clamp(millis, SHORTEST_MILLIS, LONGEST_MILLIS));
    } catch (NumberFormatException _) {
      // Null, or what is no number.
      return USUAL_POLL;
    }
  }

  /** {@return whether another says something else: that the task is alive} */
  boolean differs(TaskState other) {
    return status != other.status || !Objects.equals(message, other.message);
  }
}
