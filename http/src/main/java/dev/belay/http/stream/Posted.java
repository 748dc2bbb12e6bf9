package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A classified POST to the endpoint of both eras; the body determines the era. */
sealed interface Posted {
  /** A request of the modern era. */
  record Modern(Envelope message) implements Posted {}

  /** A notification of the modern era, which has no session and is ignored. */
  record ModernNotification() implements Posted {}

  /** A message of a session, or the one that opens it. */
  record Legacy(Envelope message) implements Posted {}

  /** An array, which may belong to a session of 2025-03-26. */
  record Batch() implements Posted {}

  /** A rejected body. */
  record Refused(Rejection refusal, @Nullable RequestId id) implements Posted {}

  /** {@return the class of the request's body} */
  static Posted classify(Request request, Bounds bounds) {
    if (MediaTypes.isEncoded(request)) {
      return new Refused(Rejections.ENCODED, null);
    }
    if (!request.isJson()) {
      return new Refused(Rejections.NOT_JSON, null);
    }
    if (Batches.isBatch(request.body())) {
      return new Batch();
    }
    try {
      return classify(request, Envelope.parse(request.body(), bounds));
    } catch (MalformedEnvelope e) {
      return new Refused(Rejections.posted(e), idOf(e));
    }
  }

  private static Posted classify(Request request, Envelope message) {
    return switch (message.kind()) {
      case RESPONSE, ERROR -> new Legacy(message);
      case NOTIFICATION ->
          message.has(Member.META_PROTOCOL_VERSION) || namesModern(request)
              ? new ModernNotification()
              : new Legacy(message);
      case REQUEST -> request(request, message);
    };
  }

  private static Posted request(Request request, Envelope message) {
    if (message.method().equals("initialize") && !isModernClaim(message)) {
      return namesModern(request)
          ? new Refused(Rejections.INITIALIZE_IS_LEGACY, message.id())
          : new Legacy(message);
    }
    if (message.has(Member.META_PROTOCOL_VERSION)) {
      return new Modern(message);
    }
    return namesModern(request)
        ? new Refused(Rejections.ENVELOPE_MISSING, message.id())
        : new Legacy(message);
  }

  private static boolean isModernClaim(Envelope message) {
    return message.has(Member.META_PROTOCOL_VERSION) && ModernChecks.envelope(message) == null;
  }

  /** {@return whether the header names the modern revision, or an unknown later one} */
  static boolean namesModern(Request request) {
    var version = McpHeader.VERSION.of(request);
    return version != null
        && version.length() == Revision.V2026_07_28.wire().length()
        && Character.isDigit(version.charAt(0))
        && version.compareTo(Revision.V2026_07_28.wire()) >= 0;
  }

  /**
   * {@return the id to answer with; null for a malformed response, whose id is the server's own}
   */
  static @Nullable RequestId idOf(MalformedEnvelope fault) {
    return fault.kind() == Kind.REQUEST ? fault.id() : null;
  }

  /** The messages of one batch by kind (MCP 2025-03-26 §batching). */
  sealed interface PostedBatch {
    /** A batch rejected as a whole. */
    record Unreadable(Rejection refusal) implements PostedBatch {}

    /**
     * The messages.
     *
     * @param faults the errors for elements that are not messages
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
        return new Unreadable(Rejections.malformed(e));
      }
      for (var notification : messages.notifications()) {
        if (notification.has(Member.META_PROTOCOL_VERSION)) {
          return new Unreadable(Rejections.MODERN_IN_BATCH);
        }
      }
      for (var request : messages.requests()) {
        if (request.has(Member.META_PROTOCOL_VERSION)) {
          return new Unreadable(Rejections.MODERN_IN_BATCH);
        }
        if (request.method().equals("initialize")) {
          return new Unreadable(Rejections.INITIALIZE_IN_BATCH);
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
}
