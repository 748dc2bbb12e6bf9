package dev.belay.core.call;

/** Thrown by a gate that refuses a call. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates a refusal with a sentence that a person and a model can act on. */
  public RefusedException(String reason) {
    super(reason);
  }

  /** {@return the reason} */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
