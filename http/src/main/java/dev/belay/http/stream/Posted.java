package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/** What was posted to the one URL of both eras: its body says which era it is of. */
sealed interface Posted {
  /** A request that stands for itself. */
  record Modern(Envelope message) implements Posted {}

  /** A notification that belongs to no session, and so to nothing. */
  record ModernNotification() implements Posted {}

  /** A message of a session, or the one that opens it. */
  record Legacy(Envelope message) implements Posted {}

  /** An array, which may belong to a session of 2025-03-26. */
  record Batch() implements Posted {}

  /** Something to turn down. */
  record Refused(Refusal refusal, @Nullable RequestId id) implements Posted {}

  /** Sorts a request's body. */
  static Posted classify(Request request, Bounds bounds) {
    if (MediaTypes.isEncoded(request)) {
      return new Refused(Refusals.ENCODED, null);
    }
    if (!request.isJson()) {
      return new Refused(Refusals.NOT_JSON, null);
    }
    if (Batches.isBatch(request.body())) {
      return new Batch();
    }
    try {
      return classify(request, Envelope.parse(request.body(), bounds));
    } catch (MalformedEnvelope e) {
      return new Refused(Refusals.posted(e), idOf(e));
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
          ? new Refused(Refusals.INITIALIZE_IS_LEGACY, message.id())
          : new Legacy(message);
    }
    if (message.has(Member.META_PROTOCOL_VERSION)) {
      return new Modern(message);
    }
    return namesModern(request)
        ? new Refused(Refusals.ENVELOPE_MISSING, message.id())
        : new Legacy(message);
  }

  private static boolean isModernClaim(Envelope message) {
    return message.has(Member.META_PROTOCOL_VERSION) && ModernChecks.envelope(message) == null;
  }

  /** {@return whether the header names the modern revision, or a later one that nobody knows} */
  static boolean namesModern(Request request) {
    var version = McpHeader.VERSION.of(request);
    return version != null
        && version.length() == Revision.V2026_07_28.wire().length()
        && Character.isDigit(version.charAt(0))
        && version.compareTo(Revision.V2026_07_28.wire()) >= 0;
  }

  /** The id of a broken answer belongs to a question of ours, so it is not repeated. */
  static @Nullable RequestId idOf(MalformedEnvelope fault) {
    return fault.kind() == Kind.REQUEST ? fault.id() : null;
  }
}
