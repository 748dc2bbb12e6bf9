package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamListener;
import org.jspecify.annotations.Nullable;

/** Makes upstreams: one for all clients, or one for each that must not share. */
@FunctionalInterface
public interface UpstreamSource {
  /**
   * Makes one that has not started yet.
   *
   * @param listener hears what it says of its own accord
   * @param opening how Belay opens it; null where its one client does
   */
  Upstream open(UpstreamListener listener, @Nullable OwnOpening opening);
}
