package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Receives the unsolicited messages and the events of an upstream.
 *
 * <p>Called by the connection's reader thread, so nothing here may block.
 */
public interface UpstreamListener {
  /**
   * The upstream sends a request to its client.
   *
   * @param during the request on whose stream it arrived; null if that is unknown
   */
  void asked(UpstreamConnection link, Envelope request, @Nullable UpstreamExchange during);

  /**
   * The upstream sends a notification, other than progress on an open request.
   *
   * @param during the request on whose stream it arrived; null if that is unknown
   */
  void told(UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during);

  /** The process takes no new requests; long-lived ones belong on its successor. */
  void retiring(UpstreamConnection link);

  /** The process is lost: it sends no more answers or requests. */
  void gone(UpstreamConnection link);

  /**
   * A connection of another era serves now; all state except the opening must be sent to it again,
   * in that era.
   */
  void eraChanged();

  /** A list of the server differs from before its restart: {@code tools}, {@code prompts}… */
  void listChanged(String what);
}
