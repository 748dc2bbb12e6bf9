package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.BatchAnswers.Recipient;
import dev.belay.mcp.stdio.StdioConnection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sorts one client's lines: requests, notifications, answers, garbage. Never waits.
 *
 * <p>Lines come from the connection's reader thread alone; answers from any.
 */
final class StdioInbox {
  // Multiple of the connection's room. A few large answers at once do not mean that the client
  // reads nothing; but requests may all be in flight before the first answer is there.
  private static final int STUCK = 4;

  private final StdioConnection connection;
  private final Conversation conversation;
  private final Consumer<String> report;
  private final InFlight<StdioReply> inFlight = new InFlight<>();
  private volatile @Nullable Revision agreed;

  StdioInbox(StdioConnection connection, Conversation conversation, Consumer<String> report) {
    this.connection = connection;
    this.conversation = conversation;
    this.report = report;
  }

  void line(byte[] line) {
    if (!Batches.isBatch(line)) {
      sort(line, this::alone);
    } else if (hasBatches()) {
      batch(line);
    } else {
      refuse("Batches exist only in MCP 2025-03-26: send one at a time.");
    }
  }

  /** Reports that a line was not taken, without an id, which is unknown. */
  void refuse(String why) {
    connection.answer(Messages.error(null, ErrorCode.INVALID_REQUEST, why));
  }

  private Recipient alone() {
    return new Recipient() {
      @Override
      public void send(byte[] answer) {
        connection.answer(answer);
      }

      @Override
      public void nothing() {
        // Alone in its line, a request without an answer leaves no trace.
      }
    };
  }

  private boolean hasBatches() {
    var revision = agreed;
    return revision != null && revision.hasBatches();
  }

  private void batch(byte[] line) {
    var answers = new BatchAnswers(connection::answer);
    try {
      for (var member : Batches.split(line, Bounds.DEFAULT)) {
        sort(member, answers::member);
      }
      answers.complete();
    } catch (MalformedEnvelope e) {
      connection.answer(Messages.error(e));
    }
  }

  private void sort(byte[] line, Supplier<Recipient> sink) {
    Envelope message;
    try {
      message = Envelope.parse(line, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      malformed(e, sink);
      return;
    }
    switch (message.kind()) {
      case REQUEST -> request(message, sink.get());
      case NOTIFICATION -> conversation.onNotification(message);
      case RESPONSE, ERROR -> conversation.onAnswer(message);
    }
  }

  private void malformed(MalformedEnvelope line, Supplier<Recipient> sink) {
    var why = String.valueOf(line.getMessage());
    var id = line.id();
    if (line.kind() == Kind.RESPONSE || line.kind() == Kind.ERROR) {
      // Its id is one of ours: with it, the client would take the error for the answer to its own
      // request.
      report.accept("The client sent an answer that is no message: " + why);
      if (id != null) {
        garbled(id, why);
      }
    } else {
      boolean taken = inFlight.get(id) != null;
      sink.get().send(Messages.error(taken ? null : id, line.code(), why));
    }
  }

  /** The requester must not wait for an answer that will not come again. */
  private void garbled(RequestId id, String why) {
    var error =
        Messages.error(id, ErrorCode.INTERNAL_ERROR, "The client's answer was no message: " + why);
    conversation.onAnswer(Envelope.parseOwn(error));
  }

  private void request(Envelope request, Recipient sink) {
    var id = request.requireId();
    var refusal = inFlight.refusal(id);
    if (refusal == null && connection.fill() >= STUCK) {
      var text = "Too many answers wait to be read. Read them, then ask again.";
      refusal = Messages.error(id, ErrorCode.INTERNAL_ERROR, text);
    }
    if (refusal != null) {
      sink.send(refusal);
      return;
    }
    var reply = new StdioReply(this, connection, request, sink);
    // Not refused: lines come from one thread.
    var _ = inFlight.enter(reply);
    conversation.onRequest(request, reply);
  }

  /**
   * Records the revision agreed on by an answer to {@code initialize}: one revision has batches.
   */
  void opened(byte[] response) {
    try {
      var wire = Envelope.parse(response, Bounds.DEFAULT).text(Member.RESULT_PROTOCOL_VERSION);
      agreed = wire == null ? null : Revision.of(wire);
    } catch (MalformedEnvelope e) {
      throw new IllegalArgumentException("an answer that is no message", e);
    }
  }

  boolean isOpen(StdioReply reply) {
    return inFlight.holds(reply);
  }

  /** Returns true for the caller that ends the request, and so may answer it. */
  boolean end(StdioReply reply) {
    return inFlight.end(reply);
  }
}
