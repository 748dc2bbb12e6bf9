package dev.belay.cli.client;

/** Thrown for a request that was answered with an error, or not at all. */
public final class RequestFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why, in a sentence that a person can act on. */
  public RequestFailed(String message) {
    super(message);
  }

  /** {@return the sentence} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
