package dev.belay.gateway.turn;

/** A body asks for no turn that could be run; the message says what is wrong, and where. */
final class InvalidTurn extends Exception {
  private static final long serialVersionUID = 1L;

  private final String why;

  InvalidTurn(String why) {
    super(why);
    this.why = why;
  }

  /** {@return what is wrong, and where} */
  String why() {
    return why;
  }
}
