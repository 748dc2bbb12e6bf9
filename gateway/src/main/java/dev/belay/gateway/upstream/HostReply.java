package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import org.jspecify.annotations.Nullable;

/**
 * One request to an in-process server, and the sink for its responses.
 *
 * <p>Concurrency: the sender of a request may hold a lock, so messages that the server sends before
 * {@code onRequest} returns are delivered by a separate thread.
 */
final class HostReply implements ReplyTo {
  private final UpstreamInbox inbox;
  private final Envelope request;

  /**
   * The thread inside {@code onRequest}; null afterwards. Only that thread must see its own write.
   */
  private volatile @Nullable Thread asking;

  HostReply(UpstreamInbox inbox, Envelope request) {
    this.inbox = inbox;
    this.request = request;
  }

  void ask(Conversation conversation) {
    asking = Thread.currentThread();
    conversation.onRequest(request, this);
    asking = null;
  }

  @Override
  public void send(byte[] response) {
    take(response);
  }

  /** The request was cancelled: no answer is awaited. */
  @Override
  public void nothing() {}

  @Override
  public boolean tell(byte[] message) {
    take(message);
    return true;
  }

  @Override
  public void progress(Object author, byte[] message) {
    take(message);
  }

  private void take(byte[] message) {
    if (Thread.currentThread().equals(asking)) {
      var _ =
          Thread.ofVirtual()
              .name("belay-answer-" + request.requireId())
              .start(() -> inbox.take(message, request.id()));
    } else {
      inbox.take(message, request.id());
    }
  }
}
