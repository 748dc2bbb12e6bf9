package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.util.function.Consumer;

/**
 * One attachment to a call: receives its reply, and keeps it from being left alone.
 *
 * <p>Can be closed at any time, more than once, from any thread.
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
   * Detaches. If this leaves the call alone, its policy decides, and this is the cause of a
   * cancellation.
   *
   * @param by who left, or the client's reason, for display; may be empty
   */
  public void leave(Cause cause, String by) {
    waiters.detach(this, cause, by);
  }

  /** Leaves as a client that is gone. */
  @Override
  public void close() {
    leave(Cause.CLIENT_GONE, "");
  }
}
