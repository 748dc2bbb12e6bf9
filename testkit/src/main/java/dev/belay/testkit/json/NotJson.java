package dev.belay.testkit.json;

/** Thrown when a text is not exactly one JSON value. */
public final class NotJson extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotJson(String problem, int offset) {
    super(problem + " at " + offset);
  }
}
