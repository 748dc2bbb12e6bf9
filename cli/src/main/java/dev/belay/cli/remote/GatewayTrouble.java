package dev.belay.cli.remote;

/** A gateway cannot be asked, or says no; the message says what to do about it. */
public final class GatewayTrouble extends Exception {
  private static final long serialVersionUID = 1L;

  GatewayTrouble(String message) {
    super(message);
  }

  /** {@return what is wrong, for people} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
