package dev.belay.cli.remote;

/** Thrown when a gateway cannot be reached or refuses; the message says what to do about it. */
public final class GatewayTrouble extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** What is known of the request. */
  enum Kind {
    /** It was not sent, or was answered. */
    USUAL,
    /** It was not sent, since nothing listens at the address. */
    NOBODY_THERE,
    /** It was sent, and there was no whole answer. */
    ANSWER_LOST,
    /** It was understood, and is not for this caller. */
    FORBIDDEN
  }

  /** Creates an exception whose message says what is wrong and what to do about it. */
  public GatewayTrouble(String message) {
    this(message, Kind.USUAL);
  }

  GatewayTrouble(String message, Kind kind) {
    super(message);
    this.kind = kind;
  }

  /** {@return whether the caller may not do that} */
  public boolean isForbidden() {
    return kind == Kind.FORBIDDEN;
  }

  /** {@return whether nothing listens at the address} */
  public boolean isNobodyThere() {
    return kind == Kind.NOBODY_THERE;
  }

  /** {@return whether the request may have had its effect} */
  public boolean isAnswerLost() {
    return kind == Kind.ANSWER_LOST;
  }

  /** {@return the message, never null} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
