package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.BatchAnswers.Recipient;
import dev.belay.mcp.stdio.StdioConnection;

/** The reply to one request that came on a line, alone or in a batch. */
final class StdioReply implements ReplyTo, InFlight.Entry {
  // Multiple of the connection's room: too much to keep for a client that does not read.
  private static final int OVERFULL = 8;

  /** The size of an answer for which an error would take as much room. */
  private static final int SMALL = 1_024;

  private final StdioInbox inbox;
  private final StdioConnection connection;
  private final Envelope request;
  private final Recipient sink;

  StdioReply(StdioInbox inbox, StdioConnection connection, Envelope request, Recipient sink) {
    this.inbox = inbox;
    this.connection = connection;
    this.request = request;
    this.sink = sink;
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  boolean isOpening() {
    return request.method().equals("initialize");
  }

  @Override
  public void send(byte[] response) {
    if (inbox.end(this)) {
      if (isOpening()) {
        inbox.opened(response);
      }
      sink.send(fitting(response));
    }
  }

  /** {@return the answer, or an error in its place if it would only fill the memory} */
  private byte[] fitting(byte[] response) {
    return response.length <= SMALL || connection.fill() < OVERFULL
        ? response
        : Messages.error(
            id(),
            ErrorCode.INTERNAL_ERROR,
            "The answer of "
                + response.length
                + " bytes was dropped: too many answers wait to be read.");
  }

  @Override
  public void nothing() {
    if (inbox.end(this)) {
      sink.nothing();
    }
  }

  @Override
  public boolean tell(byte[] message) {
    return inbox.isOpen(this) && connection.send(message);
  }

  @Override
  public void progress(Object author, byte[] message) {
    if (inbox.isOpen(this)) {
      connection.progress(author, message);
    }
  }
}
