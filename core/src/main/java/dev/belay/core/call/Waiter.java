package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.util.function.Consumer;

/**
 * One attachment to a call: who waits for its reply, and keeps it from being left alone.
 *
 * <p>Safe to leave at any time, more than once, from any thread.
 */
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

  /**
   * Waits no more. A call that is left alone so is cancelled by its policy, for this reason.
   *
   * @param by who left, or what the client said, as people read it; may be empty
   */
  public void leave(Cause cause, String by) {
    waiters.detach(this, cause, by);
  }

  /** Leaves as a client that has gone. */
  @Override
  public void close() {
    leave(Cause.CLIENT_GONE, "");
  }
}
