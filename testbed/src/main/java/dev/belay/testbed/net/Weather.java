package dev.belay.testbed.net;

/** What a {@link FaultyLink} does to the bytes of one direction. */
public sealed interface Weather {
  /** Passes them on as they come. */
  record Clear() implements Weather {}

  /** Passes nothing on, not even an end; the sender's buffers fill up. */
  record Stalled() implements Weather {}

  /**
   * Passes so many on in a second.
   *
   * @param bytesPerSecond at least 1
   */
  record Slow(long bytesPerSecond) implements Weather {
    /** Refuses to be slower than that. */
    public Slow {
      if (bytesPerSecond < 1) {
        throw new IllegalArgumentException("less than a byte a second");
      }
    }
  }

  /**
   * Passes so many more on, for each connection, and then resets it.
   *
   * @param bytes how many still pass
   */
  record Cut(long bytes) implements Weather {}
}
