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

/**
 * Every way in which HTTP itself turns a request down.
 *
 * <p>The legacy era has −32000 for that; in the modern one it is reserved, and codes of one's own
 * are positive (MCP 2026-07-28 §errors, C26, C29).
 */
final class Refusals {
  static final int LEGACY = -32000;

  private static final List<Header> SOON = List.of(new Header("Retry-After", "1"));
  private static final List<Header> LATER = List.of(new Header("Retry-After", "5"));

  static final Refusal NOT_JSON =
      new Refusal(415, LEGACY, "Unsupported media type: Content-Type must be application/json");
  static final Refusal ENCODED =
      new Refusal(415, LEGACY, "Unsupported content encoding: send the body as it is");
  static final Refusal NOT_ACCEPTED =
      new Refusal(
          406, LEGACY, "Not acceptable: Accept must list application/json and text/event-stream");
  static final Refusal NO_BATCH =
      new Refusal(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: a batch, which only 2025-03-26 has");
  static final Refusal MODERN_IN_BATCH =
      new Refusal(400, ErrorCode.INVALID_REQUEST, "Invalid request: 2026-07-28 has no batches");
  static final Refusal INITIALIZE_IN_BATCH =
      new Refusal(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: initialize must not be in a batch");
  static final Refusal NO_SESSION_ID =
      new Refusal(400, LEGACY, "Bad request: the Mcp-Session-Id header is missing");
  static final Refusal NO_SESSION = new Refusal(404, LEGACY, "Session not found");
  static final Refusal INITIALIZED =
      new Refusal(
          400, ErrorCode.INVALID_REQUEST, "Invalid request: the session is initialized already");
  static final Refusal LISTENS =
      new Refusal(409, LEGACY, "Conflict: the session has a GET stream already");
  static final Refusal NO_EVENT =
      new Refusal(400, LEGACY, "Bad request: no event of this session has that Last-Event-ID");
  static final Refusal SESSIONS =
      new Refusal(429, LEGACY, "Too many sessions are open; close some or try later", LATER);
  static final Refusal MODERN_HAS_NO_STREAM =
      new Refusal(
          405,
          ErrorCode.INVALID_REQUEST.code(),
          "Method not allowed: 2026-07-28 has POST only",
          List.of(new Header("Allow", "POST")));
  static final Refusal METHOD =
      new Refusal(
          405, LEGACY, "Method not allowed", List.of(new Header("Allow", "GET, POST, DELETE")));
  static final Refusal GET_ONLY = only("GET");
  static final Refusal POST_ONLY = only("POST");
  static final Refusal NO_SESSION_PARAMETER =
      new Refusal(400, LEGACY, "Bad request: the sessionId parameter is missing");
  static final Refusal ENVELOPE_MISSING =
      new Refusal(
          400,
          ErrorCode.INVALID_PARAMS,
          "Invalid params: _meta must name io.modelcontextprotocol/protocolVersion, as the"
              + " MCP-Protocol-Version header does");
  static final Refusal INITIALIZE_IS_LEGACY =
      mismatch("initialize belongs to revisions before the one in the MCP-Protocol-Version header");

  private Refusals() {}

  private static Refusal only(String method) {
    return new Refusal(405, LEGACY, "Method not allowed", List.of(new Header("Allow", method)));
  }

  /** {@return what is said where whatever serves a request did not end it in time (S0-35)} */
  static String tooLate() {
    return "No answer within the limit of the call and " + Service.MARGIN.toSeconds() + "s";
  }

  /** Stands for an answer that a client comes back for, and that is not kept. */
  static byte[] notKept(RequestId id) {
    return Messages.error(
        id,
        LEGACY,
        "The answer was sent, or came while the client was away, and there was no room to keep it",
        null);
  }

  /** Too many requests have no answer yet. */
  static Refusal busy(Era era) {
    return new Refusal(
        429, code(era, 429), "Too many requests are in flight; try again later", SOON);
  }

  /** What is kept for clients has no room for one more request of this one's. */
  static Refusal crowded(Era era) {
    return new Refusal(
        503,
        code(era, 503),
        "Too much is being sent to this server, or waits to be read; try again later",
        SOON);
  }

  /** Answers a call that came too soon: its limit says when the next one may come. */
  static void tooSoon(Response response, TooSoon refused, Era era) {
    var later = new Header("Retry-After", Long.toString(refused.seconds()));
    response.send(429, Wire.json(List.of(later)), refused.error(code(era, 429)));
  }

  static Refusal closing(Era era) {
    return new Refusal(503, code(era, 503), "Belay is shutting down", LATER);
  }

  private static int code(Era era, int own) {
    return switch (era) {
      case LEGACY -> LEGACY;
      case MODERN -> own;
    };
  }

  /** What asks for what there cannot be is answered as it would be where it was looked for. */
  static Refusal posted(MalformedEnvelope fault) {
    var malformed = malformed(fault);
    return fault.code() == ErrorCode.INVALID_PARAMS
        ? new Refusal(200, malformed.code(), malformed.message())
        : malformed;
  }

  static Refusal malformed(MalformedEnvelope fault) {
    var message = fault.getMessage();
    return new Refusal(400, fault.code(), message == null ? "" : message);
  }

  static Refusal mismatch(String what) {
    return new Refusal(400, ErrorCode.HEADER_MISMATCH, "Header mismatch: " + what);
  }

  static Refusal envelope(String what) {
    return new Refusal(400, ErrorCode.INVALID_PARAMS, "Invalid params: " + what);
  }

  static Refusal version(String asked) {
    var known = new StringBuilder();
    for (var revision : Revision.of(Era.LEGACY)) {
      known.append(known.isEmpty() ? "" : ", ").append(revision.wire());
    }
    return new Refusal(
        400,
        LEGACY,
        "Bad request: unsupported protocol version "
            + asked.substring(0, Math.min(32, asked.length()))
            + " (supported in a session: "
            + known
            + ")");
  }
}
