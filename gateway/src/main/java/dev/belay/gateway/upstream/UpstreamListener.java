package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;

/**
 * Who hears what an upstream says of its own accord.
 *
 * <p>Called by the connection's reader thread, so nothing here may block.
 */
public interface UpstreamListener {
  /** The upstream asks something of its client. */
  void asked(UpstreamProcess process, Envelope request);

  /** The upstream tells its client something; progress on an open request does not come here. */
  void told(UpstreamProcess process, Envelope notification);

  /** This process answers no more and asks no more. */
  void gone(UpstreamProcess process);

  /**
   * After a restart the server offers something else than before: {@code tools}, {@code prompts}…
   */
  void listChanged(String what);
}
