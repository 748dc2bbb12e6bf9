package dev.belay.testkit.json;

/** Says that a text is not one JSON value. */
public final class NotJson extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotJson(String problem, int offset) {
    super(problem + " at " + offset);
  }
}
