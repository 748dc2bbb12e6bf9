package dev.belay.mcp.client;

import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages and failures of an MCP server reached over HTTP.
 *
 * <p>Called by the threads that read its streams, several at once, so no method may block.
 */
public interface HttpHandler {
  /**
   * Takes one message as received, except that an answer carries the exact id of its request, and a
   * list of tools lacks those that may not be used over HTTP.
   *
   * @param during the request on whose stream it came; null on the stream without a request
   */
  void onMessage(byte[] message, @Nullable RequestId during);

  /**
   * Reports that a request will have no answer.
   *
   * @param why a sentence that a person can act on: status, cause, address
   */
  void onUnanswered(RequestId request, HttpFailure why);

  /**
   * Reports that the server had forgotten the session, and a new one was opened transparently in
   * its place: state set after {@code initialize} must be set again.
   */
  void onReopened();

  /**
   * Reports something that came, or was sent, and has no other recipient.
   *
   * @param what a sentence for the log
   */
  default void onNote(String what) {}
}
