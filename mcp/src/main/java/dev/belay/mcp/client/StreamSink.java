package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sorts what comes for one request: its answer, and all else, which goes on at once.
 *
 * <p>An id that says the same as the request's in the other type is the request's, and so is an
 * error that names no request at all; any other id is another's, and never taken for it (P28). For
 * one thread.
 */
final class StreamSink implements SseParser.Sink {
  private final Peer peer;
  private final @Nullable RequestId request;
  private @Nullable Envelope answer;
  private @Nullable String fault;
  private @Nullable String lastId;
  private @Nullable Duration retry;
  private boolean anything;

  /** Begins; {@code request} is null on a stream that belongs to none. */
  StreamSink(Peer peer, @Nullable RequestId request) {
    this.peer = peer;
    this.request = request;
  }

  /** {@return the answer, under the request's own id; null while there is none} */
  @Nullable Envelope answer() {
    return answer;
  }

  /** {@return what came in the answer's place, to complete a sentence about the server} */
  @Nullable String fault() {
    return fault;
  }

  /** {@return the id of the event to resume after; null if there is none} */
  @Nullable String lastId() {
    return lastId;
  }

  /** {@return how long the server wants to be left alone before the next try; null if unsaid} */
  @Nullable Duration retry() {
    return retry;
  }

  /** {@return whether any event came since the last time that this was asked} */
  boolean takeAnything() {
    boolean came = anything;
    anything = false;
    return came;
  }

  /** {@return whether nothing more is to be read for the request} */
  boolean isSettled() {
    return answer != null || fault != null;
  }

  @Override
  public void onEvent(String type, byte[] data) {
    anything = true;
    if (data.length > 0 && (type.isEmpty() || type.equals("message"))) {
      message(data);
    }
  }

  @Override
  public void onId(String id) {
    anything = true;
    // One that no header can carry is as good as none.
    lastId = !id.isEmpty() && HeaderText.isAscii(id) ? id : null;
  }

  @Override
  public void onRetry(Duration delay) {
    retry = delay;
  }

  @Override
  public void onOversized() {
    anything = true;
    garbage("sent a message larger than " + peer.bounds().message() + " bytes", true);
  }

  @Override
  public void onCrowdedOut() {
    anything = true;
    garbage("sent a message for which there is no memory: too much comes in at once", true);
  }

  /** Takes one message as it came. */
  void message(byte[] bytes) {
    Envelope message;
    try {
      message = Envelope.parse(bytes, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      boolean question = e.kind() == Kind.REQUEST || e.kind() == Kind.NOTIFICATION;
      garbage(
          "sent something that is no message: " + e.getMessage(),
          !question && (e.id() == null || isMine(e.id())));
      return;
    }
    boolean isAnswer = message.kind() == Kind.RESPONSE || message.kind() == Kind.ERROR;
    if (isAnswer && request != null && answer == null && isMine(message.id())) {
      answer = corrected(message, request);
    } else {
      peer.inbound().take(message, request);
    }
  }

  /** Notes that something came which cannot be read; perhaps it was the answer. */
  void garbage(String what, boolean mayBeAnswer) {
    if (request != null && mayBeAnswer && !isSettled()) {
      fault = what;
    } else {
      peer.note().accept(peer.origin() + " " + what);
    }
  }

  private boolean isMine(@Nullable RequestId id) {
    return id == null || (request != null && said(id).equals(said(request)));
  }

  private static String said(RequestId id) {
    String literal = id.toString();
    return literal.startsWith("\"") ? literal.substring(1, literal.length() - 1) : literal;
  }

  private static Envelope corrected(Envelope answer, RequestId request) {
    if (request.equals(answer.id())) {
      return answer;
    }
    return answer.with(Member.ID, request.json());
  }
}
