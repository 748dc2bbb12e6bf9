package dev.belay.access;

import dev.belay.http.route.Request;
import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;

/**
 * Counts the MCP requests in an HTTP request, or one for any other request.
 *
 * <p>Messages that end work, or let it go on, do not count: a notification such as a cancellation,
 * the answer to a question of a server, the end of a session, and the rest of an answer that broke
 * off.
 */
final class RequestCount {
  private RequestCount() {}

  static int of(Request request) {
    return switch (request.method()) {
      case "POST" -> posted(request.body());
      case "GET" -> request.header("last-event-id") == null ? 1 : 0;
      case "DELETE" -> 0;
      default -> 1;
    };
  }

  private static int posted(byte[] body) {
    if (!Batches.isBatch(body)) {
      return one(body);
    }
    try {
      int count = 0;
      for (var message : Batches.split(body, Bounds.DEFAULT)) {
        count += one(message);
      }
      return count;
    } catch (MalformedEnvelope _) {
      return 1;
    }
  }

  /** An unreadable message is answered as well, and so it counts. */
  private static int one(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.DEFAULT).kind() == Kind.REQUEST ? 1 : 0;
    } catch (MalformedEnvelope _) {
      return 1;
    }
  }
}
