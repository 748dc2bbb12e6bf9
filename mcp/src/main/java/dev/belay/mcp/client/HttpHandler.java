package dev.belay.mcp.client;

import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * What happens between Belay and an MCP server that it reaches over HTTP.
 *
 * <p>Called by the threads that read its streams: several at once, so nothing here may block.
 */
public interface HttpHandler {
  /**
   * Takes one message as it came, except that an answer carries the very id of its request, and a
   * list of tools lacks those that may not be used over HTTP.
   *
   * @param during the request on whose stream it came; null on the stream that belongs to none
   */
  void onMessage(byte[] message, @Nullable RequestId during);

  /**
   * No answer to this request will come.
   *
   * @param why a sentence that a person can act on: status, cause, address
   */
  void onUnanswered(RequestId request, HttpFailure why);

  /**
   * The server had forgotten the session, and a new one was opened in its place without anybody
   * noticing: what it was told besides {@code initialize} must be told again.
   */
  void onReopened();

  /**
   * Something came, or was sent, that nobody will hear of otherwise.
   *
   * @param what a sentence for the log
   */
  default void onNote(String what) {}
}
