package dev.belay.core.call;

/** Thrown by a gate that does not let a call pass. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Refuses with a sentence that a person and a model can act on. */
  public RefusedException(String reason) {
    super(reason);
  }

  /** {@return the reason} */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
