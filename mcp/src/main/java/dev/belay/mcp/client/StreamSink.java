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
 * Sorts the messages on a stream: the answer to its request, and all others, which are passed on at
 * once.
 *
 * <p>An id with the same text as the request's but of the other type is taken for the request's,
 * and so is an error without an id; any other id belongs to another request (P28). For one thread.
 */
final class StreamSink implements SseParser.Sink {
  private final Peer peer;
  private final @Nullable RequestId request;
  private @Nullable Envelope answer;
  private @Nullable String fault;
  private @Nullable String lastId;
  private @Nullable Duration retry;
  private boolean anything;

  /** Creates a sink; {@code request} is null on a stream without a request. */
  StreamSink(Peer peer, @Nullable RequestId request) {
    this.peer = peer;
    this.request = request;
  }

  /** {@return the answer, with the request's own id; null while there is none} */
  @Nullable Envelope answer() {
    return answer;
  }

  /** {@return the fault found in place of an answer, to complete a sentence about the server} */
  @Nullable String fault() {
    return fault;
  }

  /** {@return the id of the event to resume after; null if there is none} */
  @Nullable String lastId() {
    return lastId;
  }

  /** {@return the delay that the server wants before the next attempt; null if unspecified} */
  @Nullable Duration retry() {
    return retry;
  }

  /** {@return whether any event came since the last call} */
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
    // An id that no header can carry is treated as none.
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

  /** Takes one message as received. */
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

  /** Records unreadable data, which may have been the answer. */
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
