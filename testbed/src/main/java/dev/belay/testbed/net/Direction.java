package dev.belay.testbed.net;

/** A direction of a {@link FaultyLink}. */
public enum Direction {
  /** Data of the client. */
  TO_SERVER,
  /** Data of the server. */
  TO_CLIENT
}
