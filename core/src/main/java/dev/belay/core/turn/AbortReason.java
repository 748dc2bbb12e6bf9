package dev.belay.core.turn;

import dev.belay.core.cancel.Cause;

/** Why a turn was stopped before its end (S1-67, C10). */
public enum AbortReason {
  /** A person cancelled it. */
  USER("user", "user", Cause.USER, "by user.", "Turn cancelled by user"),
  /** The client that began it, and read its answer, is gone (S1-52). */
  CLIENT_DISCONNECT(
      "user",
      "client_disconnect",
      Cause.CLIENT_GONE,
      "because its client has gone.",
      "Turn cancelled: its client has gone"),
  /** It reached its time limit. */
  TIMEOUT(
      "timeout",
      "timeout",
      Cause.TURN_LIMIT,
      "because it took too long.",
      "Turn cancelled: it took too long"),
  /** Belay is shutting down. */
  SERVER_SHUTDOWN(
      "error",
      "server_shutdown",
      Cause.SHUTDOWN,
      "because Belay is ending.",
      "Turn cancelled: Belay is ending"),
  /** The model repeated the same calls. */
  LOOP(
      "error",
      "loop",
      Cause.PARENT,
      "because it went in circles.",
      "Turn cancelled: it went in circles"),
  /** The model kept asking for tools without reaching an answer. */
  MAX_TOOL_LOOPS(
      "error",
      "max_tool_loops",
      Cause.PARENT,
      "because its model asked for tools too often.",
      "Turn cancelled: its model asked for tools too often"),
  /** Another error, outside its tools. */
  ERROR(
      "error", "error", Cause.PARENT, "because of an error.", "Turn cancelled because of an error");

  private final String word;
  private final String detail;
  private final Cause cause;
  private final String ending;
  private final String message;

  AbortReason(String word, String detail, Cause cause, String ending, String message) {
    this.word = word;
    this.detail = detail;
    this.cause = cause;
    this.ending = ending;
    this.message = message;
  }

  /** {@return {@code user}, {@code timeout} or {@code error}: all that strict clients know} */
  public String word() {
    return word;
  }

  /** {@return the exact reason, in one word} */
  public String detail() {
    return detail;
  }

  /** {@return the message of the {@code error} event before the end (S1-46)} */
  public String message() {
    return message;
  }

  /** {@return the text in place of the result of a call that ended with the turn (S1-44)} */
  public String resultText() {
    return "[CANCELLED] Turn aborted " + ending;
  }

  Cause cause() {
    return cause;
  }
}
