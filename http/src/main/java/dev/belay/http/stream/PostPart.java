package dev.belay.http.stream;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.util.concurrent.atomic.AtomicBoolean;

/** One request of a {@link LegacyPost}, and where its answer goes. */
final class PostPart implements ReplyTo {
  private final LegacyPost post;
  private final Envelope request;
  private final AtomicBoolean over = new AtomicBoolean();

  PostPart(LegacyPost post, Envelope request) {
    this.post = post;
    this.request = request;
  }

  Envelope request() {
    return request;
  }

  @Override
  public void send(byte[] response) {
    if (over.compareAndSet(false, true)) {
      post.answer(request.requireId(), response);
    }
  }

  @Override
  public void send(RequestId id, SharedResult result) {
    if (over.compareAndSet(false, true)) {
      post.answer(id, result);
    }
  }

  @Override
  public void tooSoon(TooSoon refused) {
    if (over.compareAndSet(false, true)) {
      post.tooSoon(refused);
    }
  }

  @Override
  public void nothing() {
    if (over.compareAndSet(false, true)) {
      post.nothing();
    }
  }

  @Override
  public boolean tell(byte[] message) {
    return !over.get() && post.tell(message);
  }

  @Override
  public void progress(Object author, byte[] message) {
    if (!over.get()) {
      post.progress(author, message);
    }
  }

  @Override
  public void letGo() {
    if (!over.get()) {
      post.letGo();
    }
  }

  /** True for the one who ends the request without an answer, which then is nobody else's. */
  boolean abandon() {
    return over.compareAndSet(false, true);
  }

  /** True for the one who answers in place of whatever serves the request. */
  boolean fail(String why) {
    if (!abandon()) {
      return false;
    }
    var id = request.requireId();
    post.answer(id, Messages.error(id, Refusals.LEGACY, why, null));
    return true;
  }
}
