package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import java.io.IOException;
import java.util.function.Supplier;

/** What a client says over its one pipe, brought to its session line by line. Never waits. */
public final class ClientInbox implements StdioHandler {
  private final Relay relay;
  private final ClientOut out = new ClientOut();
  private final ClientSession session;

  private ClientInbox(Relay relay) {
    this.relay = relay;
    session = relay.open(out);
  }

  /** {@return what handles the lines of a client that has come; give it to a connection} */
  public static ClientInbox of(Relay relay) {
    return new ClientInbox(relay);
  }

  /** Begins to serve the client at the other end of {@code connection}, whose handler this is. */
  public void serve(StdioConnection connection) {
    out.connect(connection);
    session.begin();
    connection.start();
  }

  /** {@return the session of the client} */
  public ClientSession session() {
    return session;
  }

  @Override
  public void onMessage(byte[] line) {
    if (out.isFlooded()) {
      cutOff();
      return;
    }
    try {
      if (!Batches.isBatch(line)) {
        var message = Envelope.parse(line, Bounds.DEFAULT);
        sort(message, () -> out.replyTo(message.id()));
      } else if (session.opening().hasBatches()) {
        batch(line);
      } else {
        refuse(
            ErrorCode.INVALID_REQUEST, "Batches exist only in MCP 2025-03-26: send one at a time.");
      }
    } catch (MalformedEnvelope e) {
      malformed(e, () -> out.replyTo(e.id()));
    }
  }

  /** Ends it with a client that sends on and on, and reads not even that it is refused. */
  private void cutOff() {
    if (!session.ended().isDone()) {
      relay.report("The client reads nothing of what it is sent, and sends on: it is cut off.");
      session.close();
    }
  }

  private void malformed(MalformedEnvelope line, Supplier<ReplyTo> reply) {
    var why = String.valueOf(line.getMessage());
    var id = line.id();
    if (line.kind() == Kind.RESPONSE || line.kind() == Kind.ERROR) {
      // Its id is one of ours: under it, the client would take this for the answer to its own.
      relay.report("The client sent an answer that is no message: " + why);
      session.questions().garbled(id, why);
    } else {
      boolean taken = id != null && session.inFlight().has(id);
      reply.get().send(Messages.error(taken ? null : id, line.code(), why));
    }
  }

  private void batch(byte[] line) throws MalformedEnvelope {
    var reply = new BatchReply(out.replyTo(null));
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
      case NOTIFICATION -> session.onNotification(message);
      case RESPONSE, ERROR -> session.onAnswer(message);
    }
  }

  private void request(Envelope request, ReplyTo reply) {
    if (out.isStuck() && !session.inFlight().has(request.requireId())) {
      reply.send(
          Messages.error(
              request.requireId(),
              ErrorCode.INTERNAL_ERROR,
              "Too many answers wait to be read. Read them, then ask again."));
      return;
    }
    session.onRequest(request, reply);
  }

  private void refuse(ErrorCode code, String text) {
    out.refuse(Messages.error(null, code, text));
  }

  @Override
  public void onOversized(String start) {
    refuse(
        ErrorCode.INVALID_REQUEST,
        "A line was longer than "
            + relay.settings().mcp().maxLineBytes()
            + " bytes (mcp.max_line_bytes) and was skipped. It began: "
            + start);
  }

  @Override
  public void onEnd(StdioEnd end) {
    switch (end) {
      case StdioEnd.Closed _ -> {}
      case StdioEnd.Unfinished(long bytes, String start) ->
          relay.report(
              "The client left in the middle of a line, after " + bytes + " bytes: " + start);
      case StdioEnd.Broken(IOException cause) ->
          relay.report("Reading from the client failed: " + cause.getMessage());
      case StdioEnd.HandlerFailed(Throwable cause) ->
          relay.report("A defect in Belay ended the session: " + cause);
    }
    session.close();
  }

  @Override
  public void onWriteFailed(IOException cause) {
    // The client does not read any more and never will: it has gone, whatever it still sends.
    session.close();
  }
}
