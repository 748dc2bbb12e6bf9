package dev.belay.gateway.turn;

/** Thrown if a request describes no valid turn; the message names the error and its place. */
public final class InvalidTurn extends Exception {
  private static final long serialVersionUID = 1L;

  private final String why;

  /** Creates one with the error and its place. */
  public InvalidTurn(String why) {
    super(why);
    this.why = why;
  }

  /** {@return the error and its place} */
  public String why() {
    return why;
  }
}
