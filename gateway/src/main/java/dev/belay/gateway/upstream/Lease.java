package dev.belay.gateway.upstream;

import dev.belay.process.tree.Grace;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right to run one call on a process of an upstream.
 *
 * <p>Closing it gives the right back, once: a shared process goes on, one's own is stopped.
 */
public final class Lease implements AutoCloseable {
  private final Upstream upstream;
  private final UpstreamConnection link;

  /** What follows the call on a process of its own; null where others use it, too. */
  private final @Nullable Runnable afterwards;

  private final AtomicBoolean closed = new AtomicBoolean();

  private Lease(Upstream upstream, UpstreamConnection link, @Nullable Runnable afterwards) {
    this.upstream = upstream;
    this.link = link;
    this.afterwards = afterwards;
  }

  /** {@return one of a process that others use, too} */
  static Lease shared(Upstream upstream, UpstreamConnection link) {
    return new Lease(upstream, link, null);
  }

  /** {@return one of a process of the call's own, told when the call has ended} */
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

  /** {@return true once the right was given back} */
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
