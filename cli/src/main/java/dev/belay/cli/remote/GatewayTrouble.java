package dev.belay.cli.remote;

/** Thrown when a gateway cannot be reached or refuses; the message says what to do about it. */
public final class GatewayTrouble extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isNobodyThere;

  /** Creates an exception whose message says what is wrong and what to do about it. */
  public GatewayTrouble(String message) {
    this(message, /* isNobodyThere= */ false);
  }

  GatewayTrouble(String message, boolean isNobodyThere) {
    super(message);
    this.isNobodyThere = isNobodyThere;
  }

  /** {@return whether nothing listens at the address} */
  public boolean isNobodyThere() {
    return isNobodyThere;
  }

  /** {@return the message, never null} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
