package dev.belay.probe.oneshot;

/** A look at a server came to nothing; the message is for a person. */
public final class ProbeFailed extends Exception {
  private static final long serialVersionUID = 1L;

  ProbeFailed(String message) {
    super(message);
  }

  /** {@return why, for a person} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
