package dev.belay.http.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Response;
import dev.belay.http.stream.PendingRequests.Pending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request of the modern era, with a conversation of its own that ends with the answer or with
 * the client's departure (MCP 2026-07-28 §streamable-http, C11).
 *
 * <p>Concurrency: {@code lock} guards the fields below it. Setting {@code over} decides which
 * caller ends the request, which it then does outside the lock. Only the stream is begun under the
 * lock.
 */
final class ModernPost implements ReplyTo, Pending {
  private final Service service;
  private final String owner;
  private final Envelope request;
  private final Response response;
  private final Conversation conversation;
  private final long began;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable EventStreamResponse stream;

  @GuardedBy("lock") private @Nullable HeldProgress held;

  @GuardedBy("lock") private boolean over;

  /** When HTTP itself ends the request; set at the start of its call. */
  private volatile Deadline deadline = Deadline.NEVER;

  ModernPost(
      Service service,
      String owner,
      Envelope request,
      Response response,
      Conversation conversation,
      long began) {
    this.service = service;
    this.owner = owner;
    this.request = request;
    this.response = response;
    this.conversation = conversation;
    this.began = began;
  }

  void begin() {
    try {
      conversation.onRequest(request, this);
    } catch (RuntimeException e) {
      giveUp(ErrorCode.INTERNAL_ERROR.code(), "Internal error");
      throw e;
    }
    // Registered last, so that a departure never precedes the request; a late action runs at once.
    response.onGone(this::left);
  }

  @Override
  public int requests() {
    return 1;
  }

  @Override
  public String owner() {
    return owner;
  }

  @Override
  public long bytes() {
    return request.bytes().length;
  }

  @Override
  public void send(byte[] answer) {
    if (finish(answer)) {
      conversation.close();
    }
  }

  @Override
  public void send(RequestId id, SharedResult result) {
    if (end()) {
      var stream = ended();
      if (stream == null) {
        response.send(200, Wire.JSON, SharedResult.head(id), result.rest());
      } else {
        finish(stream, result.answer(id));
      }
      conversation.close();
    }
  }

  @Override
  public void tooSoon(TooSoon refused) {
    if (ended() != null) {
      send(refused.answer());
    } else if (end()) {
      Rejections.tooSoon(response, refused, Era.MODERN);
      conversation.close();
    }
  }

  @Override
  public void nothing() {
    var stream = streaming();
    if (stream != null && end()) {
      stream.end();
      conversation.close();
    }
  }

  @Override
  public boolean tell(byte[] message) {
    var stream = streaming();
    return stream != null && stream.send(null, Wire.MESSAGE, message);
  }

  @Override
  public void progress(Object author, byte[] message) {
    var stream = streaming();
    if (stream == null) {
      return;
    }
    if (stream.unsent() > HeldProgress.LITTLE) {
      hold(author, message);
    } else {
      release(stream);
      stream.send(null, Wire.MESSAGE, message);
    }
  }

  @Override
  public void runs(Duration limit) {
    deadline = service.deadline(limit);
  }

  @Override
  public void look(long now) {
    var bounds = service.bounds();
    if (now - began < PendingRequests.streamAfter(bounds.plainFor()).toNanos()) {
      return;
    }
    if (deadline.isDue(now)) {
      giveUp(504, Rejections.tooLate());
      return;
    }
    var stream = streaming();
    if (stream != null && stream.unsent() <= HeldProgress.LITTLE) {
      release(stream);
    }
  }

  @Override
  public void shutDown() {
    giveUp(503, Rejections.closing(Era.MODERN).message());
  }

  /** Answers in place of the host. */
  private void giveUp(int code, String why) {
    if (finish(Messages.error(request.requireId(), code, why, null))) {
      leave();
    }
  }

  private void left() {
    if (end()) {
      leave();
    }
  }

  private void leave() {
    conversation.onLeft(request.requireId());
    conversation.close();
  }

  private boolean finish(byte[] answer) {
    if (!end()) {
      return false;
    }
    var stream = ended();
    if (stream == null) {
      response.send(ModernStatus.status(request.method(), answer), Wire.JSON, answer);
    } else {
      finish(stream, answer);
    }
    return true;
  }

  private void finish(EventStreamResponse stream, byte[] answer) {
    release(stream);
    stream.send(null, Wire.MESSAGE, answer);
    stream.end();
  }

  /** Returns true for the one caller that ends the request. */
  private boolean end() {
    lock.lock();
    try {
      if (over) {
        return false;
      }
      over = true;
    } finally {
      lock.unlock();
    }
    service.inFlight().remove(this);
    return true;
  }

  private @Nullable EventStreamResponse ended() {
    lock.lock();
    try {
      return stream;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the stream, which begins now if it has not; null once the request is over. */
  private @Nullable EventStreamResponse streaming() {
    lock.lock();
    try {
      if (over) {
        return null;
      }
      if (stream == null) {
        stream = response.stream(Wire.EVENTS);
      }
      return stream;
    } finally {
      lock.unlock();
    }
  }

  private void hold(Object author, byte[] message) {
    lock.lock();
    try {
      if (held == null) {
        held = new HeldProgress();
      }
      held.hold(author, message);
    } finally {
      lock.unlock();
    }
  }

  private void release(EventStreamResponse stream) {
    Iterable<byte[]> messages;
    lock.lock();
    try {
      if (held == null) {
        return;
      }
      messages = held.take();
    } finally {
      lock.unlock();
    }
    for (var message : messages) {
      stream.send(null, Wire.MESSAGE, message);
    }
  }
}
