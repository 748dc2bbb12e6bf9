package dev.belay.core.call;

import java.util.function.Consumer;

/** One who waits for a call; closing it is leaving. Safe to close at any time, more than once. */
public final class Waiter implements AutoCloseable {
  private final Waiters waiters;
  private final Consumer<Reply> onReply;

  Waiter(Waiters waiters, Consumer<Reply> onReply) {
    this.waiters = waiters;
    this.onReply = onReply;
  }

  void tell(Reply reply) {
    try {
      onReply.accept(reply);
    } catch (RuntimeException e) {
      Faults.log("A waiter failed to take its reply", e);
    }
  }

  @Override
  public void close() {
    waiters.detach(this);
  }
}
