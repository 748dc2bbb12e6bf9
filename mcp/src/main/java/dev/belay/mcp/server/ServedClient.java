package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.InFlight;
import dev.belay.mcp.session.ReplyTo;
import java.util.List;

/**
 * One client of this server: dispatches each request to its era.
 *
 * <p>Concurrency: requests that take no time are answered on the calling thread; a handler gets a
 * thread of its own.
 */
final class ServedClient implements Conversation {
  private final McpServer server;
  private final ClientLink link;
  private final InFlight<Revocable> inFlight = new InFlight<>();
  private final LegacyRequests legacy = new LegacyRequests(this);
  private final ModernRequests modern = new ModernRequests(this);
  private volatile boolean closed;

  /** A request that can be cancelled. */
  interface Revocable extends InFlight.Entry {
    /** Ends it without an answer, since its client cancelled it; does nothing if it is over. */
    void cancel();

    /** Ends it without an answer, since its client is gone; does nothing if it is over. */
    default void leave() {
      cancel();
    }
  }

  ServedClient(McpServer server, ClientLink link) {
    this.server = server;
    this.link = link;
  }

  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    if (closed) {
      reply.nothing();
      return;
    }
    try {
      if (request.has(Member.META_PROTOCOL_VERSION) && server.speaks().isModern()) {
        modern.serve(request, reply);
      } else {
        legacy.serve(request, reply);
      }
    } catch (RequestFailed e) {
      reply.send(Messages.error(request.requireId(), e.code(), e.text(), e.data()));
    }
  }

  /** Runs a handler for the request, on a thread of its own. */
  void run(Envelope request, ReplyTo reply, Dialect dialect, Run.Job job) {
    var run = new Run(this, request, reply, dialect, job);
    if (enter(run, reply)) {
      run.start();
    }
  }

  /** Adds a request to those in flight; false, after an answer, if it cannot be added. */
  boolean enter(Revocable request, ReplyTo reply) {
    var refusal = inFlight.enter(request);
    if (refusal != null) {
      reply.send(refusal);
      return false;
    }
    if (closed) {
      request.leave(); // close() may have run before this request was added
    }
    return true;
  }

  @Override
  public void onNotification(Envelope notification) {
    if (notification.method().equals("notifications/cancelled")) {
      var request = inFlight.get(notification.id(Member.PARAMS_REQUEST_ID));
      if (request != null) {
        request.cancel();
      }
    }
  }

  @Override
  public void onAnswer(Envelope response) {
    legacy.questions().answered(response);
  }

  @Override
  public void onLeft(RequestId id) {
    var request = inFlight.get(id);
    if (request != null) {
      request.leave();
    }
  }

  /** Lets the server tell this client of changes, until it leaves. */
  void opened() {
    server.remember(this);
    if (closed) {
      server.forget(this); // close() may have run before this client was added
    }
  }

  @Override
  public void close() {
    closed = true;
    server.forget(this);
    List.copyOf(inFlight.all()).forEach(Revocable::leave);
  }

  LegacyRequests legacy() {
    return legacy;
  }

  McpServer server() {
    return server;
  }

  ClientLink link() {
    return link;
  }

  InFlight<Revocable> inFlight() {
    return inFlight;
  }
}
