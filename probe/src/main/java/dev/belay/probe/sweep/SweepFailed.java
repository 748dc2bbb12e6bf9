package dev.belay.probe.sweep;

/** A sweep could not even begin; the message is for a person. */
public final class SweepFailed extends Exception {
  private static final long serialVersionUID = 1L;

  SweepFailed(String message) {
    super(message);
  }

  /** {@return why, for a person} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
