package dev.belay.http.stream;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import java.util.ArrayList;
import java.util.List;

/** The messages of one array, sorted by what they ask for (MCP 2025-03-26 §batching). */
sealed interface PostedBatch {
  /** Something to turn down as a whole. */
  record Refused(Refusal refusal) implements PostedBatch {}

  /**
   * The messages.
   *
   * @param faults the answers to what is no message
   */
  record Messages(
      List<Envelope> requests,
      List<Envelope> notifications,
      List<Envelope> answers,
      List<byte[]> faults)
      implements PostedBatch {}

  static PostedBatch read(byte[] body, Bounds bounds) {
    var messages =
        new Messages(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    try {
      for (var one : Batches.split(body, bounds)) {
        sort(one, bounds, messages);
      }
    } catch (MalformedEnvelope e) {
      return new Refused(Refusals.malformed(e));
    }
    for (var notification : messages.notifications()) {
      if (notification.has(Member.META_PROTOCOL_VERSION)) {
        return new Refused(Refusals.MODERN_IN_BATCH);
      }
    }
    for (var request : messages.requests()) {
      if (request.has(Member.META_PROTOCOL_VERSION)) {
        return new Refused(Refusals.MODERN_IN_BATCH);
      }
      if (request.method().equals("initialize")) {
        return new Refused(Refusals.INITIALIZE_IN_BATCH);
      }
    }
    return messages;
  }

  private static void sort(byte[] one, Bounds bounds, Messages messages) {
    try {
      var message = Envelope.parse(one, bounds);
      switch (message.kind()) {
        case REQUEST -> messages.requests().add(message);
        case NOTIFICATION -> messages.notifications().add(message);
        case RESPONSE, ERROR -> messages.answers().add(message);
      }
    } catch (MalformedEnvelope e) {
      if (e.kind() != Kind.RESPONSE && e.kind() != Kind.ERROR) {
        messages.faults().add(dev.belay.mcp.envelope.Messages.error(e));
      }
    }
  }
}
