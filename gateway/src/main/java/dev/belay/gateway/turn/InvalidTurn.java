package dev.belay.gateway.turn;

/** What was asked for is no turn that could be run; the message says what is wrong, and where. */
public final class InvalidTurn extends Exception {
  private static final long serialVersionUID = 1L;

  private final String why;

  /** Says what is wrong, and where. */
  public InvalidTurn(String why) {
    super(why);
    this.why = why;
  }

  /** {@return what is wrong, and where} */
  public String why() {
    return why;
  }
}
