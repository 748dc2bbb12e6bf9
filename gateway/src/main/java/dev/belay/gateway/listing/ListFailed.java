package dev.belay.gateway.listing;

/** Thrown if a list cannot be obtained; the message gives clients the reason. */
public final class ListFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates one with the reason, for clients. */
  public ListFailed(String why) {
    // No stack trace: clients decide how often this is created.
    super(why, null, false, false);
  }
}
