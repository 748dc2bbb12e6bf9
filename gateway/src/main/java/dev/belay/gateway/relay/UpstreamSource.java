package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamListener;
import org.jspecify.annotations.Nullable;

/** Creates upstreams: one for all clients, or one for each that must not share. */
@FunctionalInterface
public interface UpstreamSource {
  /**
   * Creates one that has not started yet.
   *
   * @param listener receives its unsolicited messages
   * @param opening how Belay opens it; null if its only client does
   */
  Upstream open(UpstreamListener listener, @Nullable OwnOpening opening);
}
