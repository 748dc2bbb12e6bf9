package dev.belay.gateway.listing;

/** Too many want lists at once: to be answered as busy, by HTTP with 429 (C26). */
public final class ListBusy extends Exception {
  private static final long serialVersionUID = 1L;

  ListBusy(String why) {
    // No stack trace: this is made when there is too much to do already.
    super(why, null, false, false);
  }
}
