package dev.belay.gateway.listing;

/** A list could not be had; the message says why, for clients. */
public final class ListFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public ListFailed(String why) {
    // No stack trace: clients decide how often this is made.
    super(why, null, false, false);
  }
}
