package dev.belay.testbed.net;

/** A way through a {@link FaultyLink}. */
public enum Direction {
  /** What the client sends. */
  TO_SERVER,
  /** What the server sends. */
  TO_CLIENT
}
