package dev.belay.cli.watch;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Looks again and again on its own thread, so that keys never wait for a gateway.
 *
 * <p>Safe for use by many threads.
 */
final class Poll implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final Look look;
  private final Time time;
  private final Thread thread;
  private volatile boolean closed;
  private volatile CompletableFuture<Boolean> wake = new CompletableFuture<>();

  /** One look. */
  interface Look {
    /** Looks. */
    void look() throws InterruptedException;
  }

  private Poll(Look look, Time time) {
    this.look = look;
    this.time = time;
    thread = Thread.ofPlatform().name("belay-watch").daemon().unstarted(this::run);
  }

  /** Begins to look. */
  static Poll begin(Look look, Time time) {
    var poll = new Poll(look, time);
    poll.thread.start();
    return poll;
  }

  private void run() {
    try {
      while (!closed) {
        // Before the look, which then sees what the one who wakes it has done before that.
        var next = new CompletableFuture<Boolean>();
        wake = next;
        look.look();
        time.await(next, INTERVAL);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has it look at once. */
  void wake() {
    wake.complete(true);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
