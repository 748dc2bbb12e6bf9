package dev.belay.http.server;

/**
 * How large things may be; what is larger is refused before it is read whole.
 *
 * @param lineBytes the request line; longer gets 414
 * @param headBytes request line and headers; more gets 431
 * @param headers how many header lines; more gets 431
 * @param bodyBytes the body, without its framing; more gets 413
 * @param memoryBytes all that clients have a server hold, from the first byte of a request until
 *     its answer is written; more gets 503. Shared as {@link dev.belay.core.share.Shares} has it
 * @param pipelinedBytes what may wait unread behind a running request; more gets 429
 * @param unreadBytes what a client may leave unread of a stream before it is dropped
 */
public record SizeBounds(
    int lineBytes,
    int headBytes,
    int headers,
    int bodyBytes,
    long memoryBytes,
    int pipelinedBytes,
    long unreadBytes) {
  /** What clients may have a server hold, of all that the heap can grow to. */
  private static final int MEMORY_PERCENT = 25;

  /** {@return 8 KiB, 32 KiB, 100, 4 MiB, a quarter of the heap, 64 KiB and 1 MiB} */
  public static SizeBounds defaults() {
    return new SizeBounds(
        8 << 10, 32 << 10, 100, 4 << 20, ofHeap(MEMORY_PERCENT), 64 << 10, 1 << 20);
  }

  /** {@return the same for other bodies, and other memory for all of them} */
  public SizeBounds with(int newBodyBytes, long newMemoryBytes) {
    return new SizeBounds(
        lineBytes, headBytes, headers, newBodyBytes, newMemoryBytes, pipelinedBytes, unreadBytes);
  }

  /**
   * {@return whether a body of that length finds room beside an answer as long: one client alone
   * may have half of the memory, so where it is no more than four bodies, such a request gets 503
   * for ever}
   */
  public boolean holdsLongestBody() {
    return memoryBytes / 4 > bodyBytes;
  }

  /** {@return that part of what the heap can grow to} */
  public static long ofHeap(int percent) {
    return Runtime.getRuntime().maxMemory() / 100 * percent;
  }
}
