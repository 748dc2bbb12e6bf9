package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Receives what an upstream says of its own accord.
 *
 * <p>Called by the connection's reader thread, so nothing here may block.
 */
public interface UpstreamListener {
  /**
   * The upstream asks something of its client.
   *
   * @param during the request on whose own stream it came; null where that cannot be known
   */
  void asked(UpstreamConnection link, Envelope request, @Nullable UpstreamExchange during);

  /**
   * The upstream tells its client something; progress on an open request does not come here.
   *
   * @param during the request on whose own stream it came; null where that cannot be known
   */
  void told(UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during);

  /** This process takes nothing new: what is open there for long belongs on its successor. */
  void retiring(UpstreamConnection link);

  /** This process answers no more and asks no more. */
  void gone(UpstreamConnection link);

  /**
   * Another link serves now, which speaks another era: what the server was told besides its
   * opening, it must be told in that one.
   */
  void eraChanged();

  /**
   * After a restart the server offers something else than before: {@code tools}, {@code prompts}…
   */
  void listChanged(String what);
}
