package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One request that waits for an upstream's answer.
 *
 * <p>Called by the connection's reader thread, so nothing here may block.
 */
public interface UpstreamExchange {
  /** A cancelled request: later messages about it are dropped. */
  UpstreamExchange FORGOTTEN =
      new UpstreamExchange() {
        @Override
        public void answered(Envelope response) {}

        @Override
        public void lost(Loss loss) {}
      };

  /** The answer has come: a result or an error. Called at most once, and last. */
  void answered(Envelope response);

  /** The upstream reported progress on this request's token. */
  default void progressed(Envelope progress) {}

  /**
   * {@return whether the request under that id was taken back, and must not be sent (P6)}
   *
   * <p>True before {@link UpstreamConnection#cancel} is called for it, and from then on.
   */
  default boolean isTakenBack(long id) {
    return false;
  }

  /** {@return the owner of the request; null for Belay's own, about which no server may ask} */
  default @Nullable Asker asker() {
    return null;
  }

  /** No answer will come. */
  void lost(Loss loss);
}
