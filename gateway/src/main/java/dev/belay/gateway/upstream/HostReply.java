package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import org.jspecify.annotations.Nullable;

/**
 * One request to a server in this program, and its way back.
 *
 * <p>Concurrency: whoever sends a request may hold a lock, so what the server says before it has
 * returned from taking the request comes on a thread of its own.
 */
final class HostReply implements ReplyTo {
  private final UpstreamInbox inbox;
  private final Envelope request;

  /**
   * The thread that hands the request over; null afterwards. Only that thread must see its own
   * write.
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

  /** It was taken back: no answer is awaited. */
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
