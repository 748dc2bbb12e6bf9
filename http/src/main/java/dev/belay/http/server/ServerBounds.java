package dev.belay.http.server;

import java.time.Duration;

/**
 * Bounds of one server on what clients send, and on how long they take (P20, P22, P23).
 *
 * @param connections how many may be open at once; more get 503
 * @param size bounds on sizes
 * @param patience bounds on times
 */
public record ServerBounds(int connections, Sizes size, Patience patience) {
  /** {@return 20,000 connections, and the defaults of the rest} */
  public static ServerBounds defaults() {
    return new ServerBounds(20_000, Sizes.defaults(), Patience.defaults());
  }

  /** {@return these bounds with that many connections} */
  public ServerBounds connections(int most) {
    return new ServerBounds(most, size, patience);
  }

  /** {@return these bounds with other sizes} */
  public ServerBounds size(Sizes other) {
    return new ServerBounds(connections, other, patience);
  }

  /** {@return these bounds with other times} */
  public ServerBounds patience(Patience other) {
    return new ServerBounds(connections, size, other);
  }

  /**
   * Bounds on sizes; a larger request is refused before it is read completely.
   *
   * @param lineBytes the request line; longer gets 414
   * @param headBytes request line and headers; more gets 431
   * @param headers how many header lines; more gets 431
   * @param bodyBytes the body, without its framing; more gets 413
   * @param memoryBytes the memory for all clients, from the first byte of a request until its
   *     answer is written; more gets 503. Divided among owners by {@link
   *     dev.belay.core.share.Shares}
   * @param pipelinedBytes unread bytes behind a running request; more gets 429
   * @param unreadBytes unread bytes of a stream before its client is dropped
   */
  public record Sizes(
      int lineBytes,
      int headBytes,
      int headers,
      int bodyBytes,
      long memoryBytes,
      int pipelinedBytes,
      long unreadBytes) {
    /** The share of the maximum heap that client data may take. */
    private static final int MEMORY_PERCENT = 25;

    /** {@return 8 KiB, 32 KiB, 100, 4 MiB, a quarter of the heap, 64 KiB and 1 MiB} */
    public static Sizes defaults() {
      return new Sizes(8 << 10, 32 << 10, 100, 4 << 20, ofHeap(MEMORY_PERCENT), 64 << 10, 1 << 20);
    }

    /** {@return these bounds with another size of bodies, and other memory for all of them} */
    public Sizes with(int newBodyBytes, long newMemoryBytes) {
      return new Sizes(
          lineBytes, headBytes, headers, newBodyBytes, newMemoryBytes, pipelinedBytes, unreadBytes);
    }

    /**
     * {@return whether the longest body fits together with an answer of the same size} One client
     * may take half of the memory, so with room for four bodies or fewer such a request would
     * always get 503.
     */
    public boolean holdsLongestBody() {
      return memoryBytes / 4 > bodyBytes;
    }

    /** {@return that share of the maximum heap, in bytes} */
    public static long ofHeap(int percent) {
      return Runtime.getRuntime().maxMemory() / 100 * percent;
    }
  }

  /**
   * Bounds on times, checked by a periodic sweep, so that each fires up to one sweep late.
   *
   * @param head from the first byte of a request to the end of its headers; longer gets 408
   * @param body the longest silence within a body; longer gets 408
   * @param bytesPerSecond how fast a body must come, in each period as long as {@code body}; slower
   *     gets 408
   * @param wholeBody from the end of the headers, or {@code 100 Continue}, to the end of the body;
   *     longer gets 408
   * @param idle how long a connection may stay open between requests
   * @param write how long nothing of an answer may get through before the client is dropped
   * @param linger how long a client may take to close after its last answer
   * @param comment the silence on a stream after which a comment is written
   * @param sweep the period of the checks
   */
  public record Patience(
      Duration head,
      Duration body,
      int bytesPerSecond,
      Duration wholeBody,
      Duration idle,
      Duration write,
      Duration linger,
      Duration comment,
      Duration sweep) {
    /** {@return 6 s, 6 s, 4 KiB, 60 s, 75 s, 10 s, 2 s, 15 s and 1 s} */
    public static Patience defaults() {
      return new Patience(
          Duration.ofSeconds(6),
          Duration.ofSeconds(6),
          4 << 10,
          Duration.ofSeconds(60),
          Duration.ofSeconds(75),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(15),
          Duration.ofSeconds(1));
    }

    /**
     * {@return these times, with each part of a request refused before {@code limit} is over}
     *
     * <p>Sixty percent of {@code limit} is used, to allow for the sweep's period and a busy
     * machine; a limit too short for that is used as it is.
     */
    public Patience requestWithin(Duration limit) {
      // Not by the arithmetic of durations, whose BigDecimal takes 7 ms of a start.
      var sooner = Duration.ofNanos(limit.toNanos() / 10 * 6);
      var judged = sooner.compareTo(sweep) < 0 ? limit : sooner;
      return new Patience(
          judged, judged, bytesPerSecond, wholeBody, idle, write, linger, comment, sweep);
    }

    /** {@return these times with other limits between requests, and on a stream without events} */
    public Patience quiet(Duration idle, Duration comment) {
      return new Patience(
          head, body, bytesPerSecond, wholeBody, idle, write, linger, comment, sweep);
    }

    /** {@return these times with another limit for a whole body} */
    public Patience wholeBody(Duration limit) {
      return new Patience(head, body, bytesPerSecond, limit, idle, write, linger, comment, sweep);
    }
  }
}
