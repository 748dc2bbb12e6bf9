package dev.belay.gateway.upstream;

import dev.belay.process.tree.Grace;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right to run one call on a process of an upstream.
 *
 * <p>Closing it returns the right, once: a shared process goes on, an exclusive one is stopped.
 */
public final class Lease implements AutoCloseable {
  private final Upstream upstream;
  private final UpstreamConnection link;

  /** Runs after the call on an exclusive process; null for a shared one. */
  private final @Nullable Runnable afterwards;

  private final AtomicBoolean closed = new AtomicBoolean();

  private Lease(Upstream upstream, UpstreamConnection link, @Nullable Runnable afterwards) {
    this.upstream = upstream;
    this.link = link;
    this.afterwards = afterwards;
  }

  /** {@return a lease on a shared process} */
  static Lease shared(Upstream upstream, UpstreamConnection link) {
    return new Lease(upstream, link, null);
  }

  /** {@return a lease on an exclusive process, which runs {@code afterwards} when it is closed} */
  static Lease exclusive(Upstream upstream, UpstreamConnection link, Runnable afterwards) {
    return new Lease(upstream, link, afterwards);
  }

  /** {@return the process to call} */
  public UpstreamConnection link() {
    return link;
  }

  Upstream upstream() {
    return upstream;
  }

  /** {@return true if the process is not shared} */
  boolean isExclusive() {
    return afterwards != null;
  }

  /** {@return true once the right was returned} */
  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (afterwards == null) {
      upstream.leaseEnded(link);
    } else {
      var over = new Loss(Loss.Kind.STOPPED, "Its call has ended.");
      upstream.retire(link, over, Grace.normal());
      afterwards.run();
    }
  }
}
