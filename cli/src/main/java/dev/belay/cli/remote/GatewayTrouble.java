package dev.belay.cli.remote;

/** A gateway cannot be asked, or says no; the message says what to do about it. */
public final class GatewayTrouble extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isNobodyThere;

  /** Says what is wrong, and what to do about it. */
  public GatewayTrouble(String message) {
    this(message, /* isNobodyThere= */ false);
  }

  GatewayTrouble(String message, boolean isNobodyThere) {
    super(message);
    this.isNobodyThere = isNobodyThere;
  }

  /** {@return whether nothing listens where it should} */
  public boolean isNobodyThere() {
    return isNobodyThere;
  }

  /** {@return what is wrong, for people} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
