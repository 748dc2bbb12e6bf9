package dev.belay.gateway.upstream;

/** Thrown if no process of an upstream serves. */
public final class Unavailable extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why, and what to do, in a sentence that a person and a model can act on. */
  public Unavailable(String message) {
    super(message);
  }

  /** {@return the sentence} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
