package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.Fault;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request that is one server's: it goes there under the client's own id, and the answer comes
 * back as it is. Where nobody knows whose it is, one is asked after another.
 *
 * <p>Concurrency: {@code over} decides who answers.
 */
final class Forwarded implements OpenRequest, ForwardingReply {
  /** What the legacy era says of a resource that is not there. */
  private static final int RESOURCE_NOT_FOUND = -32_002;

  /** Where the request may go, in that server's words. */
  record Way(CatalogMember member, Envelope request) {}

  private final CatalogConversation client;
  private final Envelope request;
  private final ReplyTo reply;
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile List<Way> ways = List.of();
  private volatile @Nullable MemberConversation at;
  private volatile boolean unwanted;

  Forwarded(CatalogConversation client, Envelope request, ReplyTo reply) {
    this.client = client;
    this.request = request;
    this.reply = reply;
  }

  @Override
  public ReplyTo reply() {
    return reply;
  }

  private RequestId id() {
    return request.requireId();
  }

  /** From now on it can be taken back, though nobody knows yet where it goes. */
  void enter() {
    client.open().add(id(), this);
  }

  /** Goes one way; if that leads nowhere, the next. */
  void go(List<Way> possible) {
    ways = possible.subList(1, possible.size());
    var way = possible.getFirst();
    var to = client.with(way.member());
    at = to;
    if (!unwanted) {
      to.conversation().onRequest(way.request(), this);
    }
    // The other party: one who takes it back, and may have found nobody to tell so.
    if (unwanted) {
      to.conversation().onLeft(id());
      nothing();
    }
  }

  /** Answers in the stead of a server. */
  void answer(byte[] response) {
    if (end()) {
      reply.send(response);
    }
  }

  private boolean end() {
    return over.compareAndSet(false, true) && client.open().end(id(), this);
  }

  @Override
  public void send(byte[] response) {
    var left = ways;
    if (!left.isEmpty() && !unwanted && isNotFound(response)) {
      go(left);
      return;
    }
    var from = at;
    if (from != null) {
      client.catalog().tasks().learn(client, from.member(), request, response);
      if (request.method().startsWith("resources/")) {
        client.subscribed(from.member(), request, response);
      }
    }
    answer(response);
  }

  private static boolean isNotFound(byte[] response) {
    var answer = CatalogConversation.parsed(response);
    if (answer.kind() != Kind.ERROR) {
      return false;
    }
    int code = Fault.of(answer).code();
    return code == RESOURCE_NOT_FOUND
        || code == ErrorCode.INVALID_PARAMS.code()
        || code == ErrorCode.METHOD_NOT_FOUND.code();
  }

  @Override
  public void tooSoon(TooSoon refused) {
    if (end()) {
      reply.tooSoon(refused);
    }
  }

  @Override
  public void nothing() {
    if (end()) {
      reply.nothing();
    }
  }

  @Override
  public boolean tell(byte[] message) {
    var from = at;
    return from != null && client.told(from, message, reply::tell);
  }

  @Override
  public void cancelled(Envelope notification) {
    unwanted = true;
    var to = at;
    if (to == null) {
      nothing();
    } else {
      to.conversation().onNotification(notification);
    }
  }

  @Override
  public void left() {
    unwanted = true;
    var to = at;
    if (to == null) {
      nothing();
    } else {
      to.conversation().onLeft(id());
    }
  }

  /** {@return the name or URI that the request is about; empty for none} */
  static String text(Envelope request, Member member) {
    var text = request.text(member);
    return text == null ? "" : text;
  }
}
