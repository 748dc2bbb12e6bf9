package dev.belay.core.cancel;

/** What stopped a piece of work before it had ended by itself. */
public sealed interface Stop {
  /**
   * Somebody cancelled it.
   *
   * @param by who, as people read it
   */
  record Cancelled(Cause cause, String by) implements Stop {}

  /**
   * One of its limits was reached.
   *
   * @param limit the name of the limit
   */
  record LimitReached(String limit) implements Stop {}

  /** {@return the sentence that a tool or an upstream is told} */
  default String text() {
    return switch (this) {
      case Cancelled(Cause cause, String by) ->
          by.isEmpty()
              ? "Cancelled (" + cause.text() + ")"
              : "Cancelled (" + cause.text() + ": " + by + ")";
      case LimitReached(String limit) -> "Timed out (" + limit + ")";
    };
  }
}
