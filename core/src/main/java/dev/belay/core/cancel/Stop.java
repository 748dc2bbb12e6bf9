package dev.belay.core.cancel;

/** What stopped a piece of work before it ended by itself. */
public sealed interface Stop {
  /**
   * It was cancelled.
   *
   * @param by who cancelled it, for display
   */
  record Cancelled(Cause cause, String by) implements Stop {}

  /**
   * One of its limits was reached.
   *
   * @param limit the name of the limit
   */
  record LimitReached(String limit) implements Stop {}

  /** {@return the sentence for a tool or an upstream} */
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
