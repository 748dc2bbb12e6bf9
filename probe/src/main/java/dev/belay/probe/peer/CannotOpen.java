package dev.belay.probe.peer;

/** A server could not be opened; the message is a sentence for a person. */
public final class CannotOpen extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public CannotOpen(String message) {
    super(message);
  }

  /** {@return why, for a person} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
