package dev.belay.http.stream;

import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.TooSoon;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The errors with which the HTTP transport itself rejects a request.
 *
 * <p>The legacy era uses −32000; the modern era reserves it, and implementation-defined codes are
 * positive (MCP 2026-07-28 §errors, C26, C29).
 */
final class Rejections {
  static final int LEGACY = -32000;

  private static final List<Header> SOON = List.of(new Header("Retry-After", "1"));
  private static final List<Header> LATER = List.of(new Header("Retry-After", "5"));

  static final Rejection NOT_JSON =
      new Rejection(415, LEGACY, "Unsupported media type: Content-Type must be application/json");
  static final Rejection ENCODED =
      new Rejection(415, LEGACY, "Unsupported content encoding: send the body as it is");
  static final Rejection NOT_ACCEPTED =
      new Rejection(
          406, LEGACY, "Not acceptable: Accept must list application/json and text/event-stream");
  static final Rejection NO_BATCH =
      new Rejection(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: a batch, which only 2025-03-26 has");
  static final Rejection MODERN_IN_BATCH =
      new Rejection(400, ErrorCode.INVALID_REQUEST, "Invalid request: 2026-07-28 has no batches");
  static final Rejection INITIALIZE_IN_BATCH =
      new Rejection(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: initialize must not be in a batch");
  static final Rejection NO_SESSION_ID =
      new Rejection(400, LEGACY, "Bad request: the Mcp-Session-Id header is missing");
  static final Rejection NO_SESSION = new Rejection(404, LEGACY, "Session not found");
  static final Rejection INITIALIZED =
      new Rejection(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: the session is initialized already");
  static final Rejection LISTENS =
      new Rejection(409, LEGACY, "Conflict: the session has a GET stream already");
  static final Rejection NO_EVENT =
      new Rejection(400, LEGACY, "Bad request: no event of this session has that Last-Event-ID");
  static final Rejection SESSIONS =
      new Rejection(429, LEGACY, "Too many sessions are open; close some or try later", LATER);
  static final Rejection MODERN_HAS_NO_STREAM =
      new Rejection(
          405,
          ErrorCode.INVALID_REQUEST.code(),
          "Method not allowed: 2026-07-28 has POST only",
          List.of(new Header("Allow", "POST")));
  static final Rejection METHOD =
      new Rejection(
          405, LEGACY, "Method not allowed", List.of(new Header("Allow", "GET, POST, DELETE")));
  static final Rejection GET_ONLY = only("GET");
  static final Rejection POST_ONLY = only("POST");
  static final Rejection NO_SESSION_PARAMETER =
      new Rejection(400, LEGACY, "Bad request: the sessionId parameter is missing");
  static final Rejection ENVELOPE_MISSING =
      new Rejection(
          400,
          ErrorCode.INVALID_PARAMS,
          "Invalid params: _meta must name io.modelcontextprotocol/protocolVersion, as the"
              + " MCP-Protocol-Version header does");
  static final Rejection INITIALIZE_IS_LEGACY =
      mismatch("initialize belongs to revisions before the one in the MCP-Protocol-Version header");

  private Rejections() {}

  private static Rejection only(String method) {
    return new Rejection(405, LEGACY, "Method not allowed", List.of(new Header("Allow", method)));
  }

  /** {@return the message for a request that its host did not end in time (S0-35)} */
  static String tooLate() {
    return "No answer within the limit of the call and " + Service.MARGIN.toSeconds() + "s";
  }

  /** {@return the error that replaces an answer which is no longer kept} */
  static byte[] notKept(RequestId id) {
    return Messages.error(
        id,
        LEGACY,
        "The answer was sent, or came while the client was away, and there was no room to keep it",
        null);
  }

  /** Returns the rejection for too many unanswered requests. */
  static Rejection busy(Era era) {
    return new Rejection(
        429, code(era, 429), "Too many requests are in flight; try again later", SOON);
  }

  /** Returns the rejection for a memory budget without room for another request of this owner. */
  static Rejection crowded(Era era) {
    return new Rejection(
        503,
        code(era, 503),
        "Too much is being sent to this server, or waits to be read; try again later",
        SOON);
  }

  /** Answers a call that exceeded its rate, with the delay until the next may come. */
  static void tooSoon(Response response, TooSoon refused, Era era) {
    var later = new Header("Retry-After", Long.toString(refused.seconds()));
    response.send(429, Wire.json(List.of(later)), refused.error(code(era, 429)));
  }

  static Rejection closing(Era era) {
    return new Rejection(503, code(era, 503), "Belay is shutting down", LATER);
  }

  private static int code(Era era, int own) {
    return switch (era) {
      case LEGACY -> LEGACY;
      case MODERN -> own;
    };
  }

  /** Invalid params are answered as a JSON-RPC error with status 200, as the host would. */
  static Rejection posted(MalformedEnvelope fault) {
    var malformed = malformed(fault);
    return fault.code() == ErrorCode.INVALID_PARAMS
        ? new Rejection(200, malformed.code(), malformed.message())
        : malformed;
  }

  static Rejection malformed(MalformedEnvelope fault) {
    var message = fault.getMessage();
    return new Rejection(400, fault.code(), message == null ? "" : message);
  }

  static Rejection mismatch(String what) {
    return new Rejection(400, ErrorCode.HEADER_MISMATCH, "Header mismatch: " + what);
  }

  static Rejection envelope(String what) {
    return new Rejection(400, ErrorCode.INVALID_PARAMS, "Invalid params: " + what);
  }

  static Rejection version(String asked) {
    var known = new StringBuilder();
    for (var revision : Revision.of(Era.LEGACY)) {
      known.append(known.isEmpty() ? "" : ", ").append(revision.wire());
    }
    return new Rejection(
        400,
        LEGACY,
        "Bad request: unsupported protocol version "
            + asked.substring(0, Math.min(32, asked.length()))
            + " (supported in a session: "
            + known
            + ")");
  }

  /** The rejection of an HTTP request: a status and a JSON-RPC error. */
  record Rejection(int status, int code, String message, List<Header> headers) {
    Rejection(int status, int code, String message) {
      this(status, code, message, List.of());
    }

    Rejection(int status, ErrorCode code, String message) {
      this(status, code.code(), message, List.of());
    }

    /** Sends the rejection; {@code id} is null if the request is unknown, or expects no answer. */
    void to(Response response, @Nullable RequestId id) {
      response.send(status, Wire.json(headers), Messages.error(id, code, message, null));
    }
  }
}
