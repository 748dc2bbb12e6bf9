package dev.belay.gateway.turn;

import dev.belay.core.turn.CallTerms;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import dev.belay.mcp.session.ReplyTo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks the servers in the name of one principal, as a client of the modern era does: each request
 * is a conversation of its own.
 *
 * <p>Safe for use by many threads.
 *
 * @param name tells its conversations from others
 */
record Asker(Host host, String principal, String name, AtomicLong ids) implements ClientLink {
  Asker(Host host, String principal, String name) {
    this(host, principal, name, new AtomicLong());
  }

  @Override
  public String id() {
    return name;
  }

  @Override
  public String door() {
    return "/api/turns";
  }

  @Override
  public boolean wantsWholeLists() {
    return true;
  }

  /** It listens to nothing but answers. */
  @Override
  public boolean tell(byte[] message) {
    return false;
  }

  /** {@return the same before others} */
  Asker of(Host other) {
    return new Asker(other, principal, name, ids);
  }

  /** {@return a request of its own} */
  Envelope request(String method, byte[] params) {
    return parsed(Messages.request(RequestId.of(ids.incrementAndGet()), method, params));
  }

  static Envelope parsed(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.NONE);
    } catch (MalformedEnvelope e) {
      throw new IllegalStateException("a message of ours is none", e);
    }
  }

  /**
   * Asks.
   *
   * @param terms what the call must go by, if it is one of a turn
   */
  Asked ask(Envelope request, @Nullable CallTerms terms) {
    var conversation = host.open(this);
    var asked = new Asked(conversation, request, terms, new CompletableFuture<>());
    conversation.onRequest(request, asked);
    return asked;
  }

  /**
   * One request on its way.
   *
   * @param answer what was answered; completed exceptionally never
   */
  record Asked(
      Conversation conversation,
      Envelope request,
      @Nullable CallTerms terms,
      CompletableFuture<Envelope> answer)
      implements ReplyTo {
    @Override
    public @Nullable CallTerms turn() {
      return terms;
    }

    @Override
    public void send(byte[] response) {
      answer.complete(parsed(response));
      conversation.close();
    }

    @Override
    public void nothing() {
      conversation.close();
    }

    @Override
    public boolean tell(byte[] message) {
      return true;
    }

    /** Nobody asked for it. */
    @Override
    public void progress(Object author, byte[] message) {}

    /** Takes it back. */
    void leave() {
      conversation.onLeft(request.requireId());
      conversation.close();
    }
  }
}
