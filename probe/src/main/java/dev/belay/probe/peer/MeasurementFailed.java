package dev.belay.probe.peer;

/** Thrown when a server cannot be measured; the message is a sentence for a person. */
public final class MeasurementFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a reason. */
  public MeasurementFailed(String message) {
    super(message);
  }

  /** {@return the reason} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
