package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.Fault;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for one server: sent there with the client's own id, and its answer returned unchanged.
 * If the owner is unknown, servers are tried one after another.
 */
final class ProxiedRequest extends OpenRequest implements ForwardingReply {
  /** The code of the legacy era for an unknown resource. */
  private static final int RESOURCE_NOT_FOUND = -32_002;

  /** A server that may own the request, and the request in that server's names. */
  record Way(CatalogMember member, Envelope request) {}

  private volatile List<Way> ways = List.of();

  /** The answer if no server has it; null for that of the last server. */
  private volatile byte @Nullable [] otherwise;

  private volatile @Nullable MemberConversation at;
  private volatile boolean unwanted;

  ProxiedRequest(CatalogConversation client, Envelope request, ReplyTo reply) {
    super(client, request, reply);
  }

  @Override
  public ReplyTo reply() {
    return reply;
  }

  /** Tries one server after another; if none has it, {@code last} is the answer. */
  void go(List<Way> possible, byte[] last) {
    otherwise = last;
    go(possible);
  }

  /** Tries the first server, and the next if that does not have it. */
  void go(List<Way> possible) {
    ways = possible.subList(1, possible.size());
    var way = possible.getFirst();
    var to = client.with(way.member());
    at = to;
    if (!unwanted) {
      to.conversation().onRequest(way.request(), this);
    }
    // Races with a cancellation, which may have found no server to notify.
    if (unwanted) {
      to.conversation().onLeft(id());
      nothing();
    }
  }

  /** Answers in place of a server. */
  void answer(byte[] response) {
    if (end()) {
      reply.send(response);
    }
  }

  @Override
  public void send(byte[] response) {
    var left = ways;
    var last = otherwise;
    if ((!left.isEmpty() || last != null) && !unwanted && isNotFound(response)) {
      if (!left.isEmpty()) {
        go(left);
      } else if (last != null) {
        answer(last);
      }
      return;
    }
    var from = at;
    if (from != null && request.method().startsWith("resources/")) {
      client.subscribed(from.member(), request, response);
    }
    answer(response);
  }

  private static boolean isNotFound(byte[] response) {
    var answer = Envelope.parseOwn(response);
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
  void cancelled(Envelope notification) {
    unwanted = true;
    var to = at;
    if (to == null) {
      nothing();
    } else {
      to.conversation().onNotification(notification);
    }
  }

  @Override
  void left() {
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
