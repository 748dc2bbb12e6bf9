package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What the client says, sorted: requests, notifications, answers, garbage. Never waits. */
public final class ClientInbox implements StdioHandler {
  private final ClientSession session;

  ClientInbox(ClientSession session) {
    this.session = session;
  }

  @Override
  public void onMessage(byte[] line) {
    if (session.out().isFlooded()) {
      session.cutOff();
      return;
    }
    try {
      if (!Batches.isBatch(line)) {
        sort(Envelope.parse(line, Bounds.DEFAULT), session::out);
      } else if (session.opening().hasBatches()) {
        batch(line);
      } else {
        refuse(
            ErrorCode.INVALID_REQUEST, "Batches exist only in MCP 2025-03-26: send one at a time.");
      }
    } catch (MalformedEnvelope e) {
      malformed(e, session::out);
    }
  }

  private void malformed(MalformedEnvelope line, Supplier<ReplyTo> reply) {
    var why = String.valueOf(line.getMessage());
    var id = line.id();
    if (line.kind() == Kind.RESPONSE || line.kind() == Kind.ERROR) {
      // Its id is one of ours: under it, the client would take this for the answer to its own.
      session.report("The client sent an answer that is no message: " + why);
      session.questions().garbled(id, why);
    } else {
      boolean taken = id != null && session.inFlight().has(id);
      reply.get().send(Messages.error(taken ? null : id, line.code(), why));
    }
  }

  private void batch(byte[] line) throws MalformedEnvelope {
    var reply = new BatchReply(session.out());
    for (var member : Batches.split(line, Bounds.DEFAULT)) {
      try {
        sort(Envelope.parse(member, Bounds.DEFAULT), reply::member);
      } catch (MalformedEnvelope e) {
        malformed(e, reply::member);
      }
    }
    reply.complete();
  }

  private void sort(Envelope message, Supplier<ReplyTo> reply) {
    switch (message.kind()) {
      case REQUEST -> request(message, reply.get());
      case NOTIFICATION -> notification(message);
      case RESPONSE, ERROR -> session.questions().answered(message);
    }
  }

  private void request(Envelope request, ReplyTo reply) {
    var id = request.requireId();
    if (session.inFlight().has(id)) {
      // Without the id: with it, the client would take this for the answer to the first one.
      reply.send(
          Messages.error(
              null,
              ErrorCode.INVALID_REQUEST,
              "Id " + id + " belongs to a request that is still in flight; use another."));
      return;
    }
    if (session.inFlight().isFull()) {
      reply.send(
          Messages.error(
              id,
              ErrorCode.INTERNAL_ERROR,
              "More than " + InFlight.MOST + " requests are in flight. Wait for some answers."));
      return;
    }
    if (session.out().isStuck()) {
      reply.send(
          Messages.error(
              id,
              ErrorCode.INTERNAL_ERROR,
              "Too many answers wait to be read. Read them, then ask again."));
      return;
    }
    if (request.has(Member.META_PROTOCOL_VERSION)) {
      session.era().modern(request, reply, enter -> accept(request, reply, enter));
    } else {
      accept(request, reply, session.inFlight()::add);
    }
  }

  /** Begins with a request, unless {@code enter} says that its client took it back. */
  private void accept(Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    if (request.method().equals("tools/call")) {
      var call = new GovernedRequest(session, request, reply);
      if (enter.test(call)) {
        call.start();
      } else {
        call.dismiss();
      }
    } else {
      var relayed = new RelayedRequest(session, request, reply);
      if (enter.test(relayed)) {
        session.upstream().deliver(relayed);
      } else {
        relayed.dismiss();
      }
    }
  }

  private void notification(Envelope notification) {
    switch (notification.method()) {
      case "notifications/cancelled" -> cancelled(notification);
      case "notifications/progress" -> session.questions().progressed(notification);
      case "notifications/initialized" -> {
        session.upstream().replay().initialized(notification.bytes());
        pass(notification);
      }
      default -> pass(notification);
    }
  }

  private void pass(Envelope notification) {
    session.upstream().deliver(new PassedNotification(notification.bytes()));
  }

  /** An id that is unknown, or whose request is over, is nobody's: the notification is dropped. */
  private void cancelled(Envelope notification) {
    var id = notification.id(Member.PARAMS_REQUEST_ID);
    var request = id == null ? null : session.inFlight().get(id);
    if (request != null) {
      var reason = notification.text(Member.PARAMS_REASON);
      request.cancel(reason == null ? "" : reason);
    }
  }

  private void refuse(ErrorCode code, String text) {
    session.out().send(Messages.error(null, code, text));
  }

  @Override
  public void onOversized(String start) {
    refuse(
        ErrorCode.INVALID_REQUEST,
        "A line was longer than "
            + session.settings().mcp().maxLineBytes()
            + " bytes (mcp.max_line_bytes) and was skipped. It began: "
            + start);
  }

  @Override
  public void onEnd(StdioEnd end) {
    switch (end) {
      case StdioEnd.Closed _ -> {}
      case StdioEnd.Unfinished(long bytes, String start) ->
          session.report(
              "The client left in the middle of a line, after " + bytes + " bytes: " + start);
      case StdioEnd.Broken(IOException cause) ->
          session.report("Reading from the client failed: " + cause.getMessage());
      case StdioEnd.HandlerFailed(Throwable cause) ->
          session.report("A defect in Belay ended the session: " + cause);
    }
    session.end();
  }

  @Override
  public void onWriteFailed(IOException cause) {
    // The client does not read any more and never will: it has gone, whatever it still sends.
    session.end();
  }
}
