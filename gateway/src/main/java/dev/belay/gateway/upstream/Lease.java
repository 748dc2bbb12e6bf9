package dev.belay.gateway.upstream;

import dev.belay.process.tree.Grace;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to run one call on a process of an upstream.
 *
 * <p>Closing it gives the right back, once: a shared process goes on, one's own is stopped.
 */
public final class Lease implements AutoCloseable {
  private final Upstream upstream;
  private final ServerLink link;
  private final boolean exclusive;
  private final AtomicBoolean closed = new AtomicBoolean();

  Lease(Upstream upstream, ServerLink link, boolean exclusive) {
    this.upstream = upstream;
    this.link = link;
    this.exclusive = exclusive;
  }

  /** {@return the process to call} */
  public ServerLink link() {
    return link;
  }

  Upstream upstream() {
    return upstream;
  }

  /** {@return true if nobody else uses the process} */
  boolean isExclusive() {
    return exclusive;
  }

  /** {@return true once the right was given back} */
  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (exclusive) {
      var over = new Loss(Loss.Kind.STOPPED, "Its call has ended.");
      upstream.retire(link, over, Grace.normal());
    } else {
      link.goodCallEnded();
    }
  }
}
