package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;

/**
 * One client of this server: dispatches each request to its era.
 *
 * <p>Concurrency: requests that take no time are answered on the calling thread; a handler gets a
 * thread of its own.
 */
final class ServedClient implements Conversation {
  private final McpServer server;
  private final ClientLink link;
  private final InFlight inFlight = new InFlight();
  private final LegacyRequests legacy = new LegacyRequests(this);
  private final ModernRequests modern = new ModernRequests(this);
  private volatile boolean closed;

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
  void run(Envelope request, ReplyTo reply, Dialect dialect, Run.Job job) throws RequestFailed {
    var run = new Run(this, request, reply, dialect, job);
    enter(run);
    run.start();
  }

  /** Adds a request to those in flight. */
  void enter(InFlight.Entry entry) throws RequestFailed {
    if (inFlight.isFull()) {
      throw new RequestFailed(
          ErrorCode.INTERNAL_ERROR,
          "More than " + InFlight.MOST + " requests are in flight. Wait for some answers.");
    }
    if (!inFlight.add(entry)) {
      throw new RequestFailed(
          ErrorCode.INVALID_REQUEST,
          "Id " + entry.id() + " belongs to a request that is still in flight; use another.");
    }
    if (closed) {
      entry.leave(); // close() may have run before this entry was added
    }
  }

  @Override
  public void onNotification(Envelope notification) {
    if (notification.method().equals("notifications/cancelled")) {
      var id = notification.id(Member.PARAMS_REQUEST_ID);
      if (id != null) {
        inFlight.cancel(id);
      }
    }
  }

  @Override
  public void onAnswer(Envelope response) {
    legacy.questions().answered(response);
  }

  @Override
  public void onLeft(RequestId request) {
    inFlight.leave(request);
  }

  @Override
  public void close() {
    closed = true;
    server.forget(this);
    inFlight.leaveAll();
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

  InFlight inFlight() {
    return inFlight;
  }
}
