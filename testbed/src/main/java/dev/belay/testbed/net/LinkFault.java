package dev.belay.testbed.net;

/** Treatment of bytes in one direction of a {@link FaultyLink}. */
public sealed interface LinkFault {
  /** Forwards bytes on arrival. */
  record Clear() implements LinkFault {}

  /** Forwards nothing, not even an end; the sender's buffers fill up. */
  record Stalled() implements LinkFault {}

  /**
   * Forwards at a limited rate.
   *
   * @param bytesPerSecond at least 1
   */
  record Slow(long bytesPerSecond) implements LinkFault {
    /** Refuses a rate below that. */
    public Slow {
      if (bytesPerSecond < 1) {
        throw new IllegalArgumentException("less than a byte a second");
      }
    }
  }

  /**
   * Forwards a number of bytes more, for each connection, and then resets it.
   *
   * @param bytes still to be forwarded
   */
  record Cut(long bytes) implements LinkFault {}
}
