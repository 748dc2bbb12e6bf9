package dev.belay.testbed.fault;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Ways in which a {@link FaultyServer} misbehaves below MCP, each also a tool of that name.
 *
 * <p>A call of such a tool is answered in that way; a rule ({@code --http-fault}) does the same to
 * any request. If an answer arrives, its text is {@code after NAME}.
 */
// The scripts are lambdas without state, which the checker cannot recognise.
@SuppressWarnings("ImmutableEnumChecker")
public enum HttpFault {
  UNAUTHORIZED(
      "401 with WWW-Authenticate",
      When.INSTEAD,
      spoiled -> spoiled.status(401, "WWW-Authenticate: Bearer")),
  FORBIDDEN("403", When.INSTEAD, spoiled -> spoiled.status(403)),
  NOT_FOUND("404, although the session is there", When.INSTEAD, spoiled -> spoiled.status(404)),
  NOT_ALLOWED("405", When.INSTEAD, spoiled -> spoiled.status(405, "Allow: POST")),
  TOO_MANY(
      "429 with Retry-After: 1", When.INSTEAD, spoiled -> spoiled.status(429, "Retry-After: 1")),
  SERVER_ERROR("500 with an HTML page", When.INSTEAD, Refusals::page),
  UNAVAILABLE("503 without a body", When.INSTEAD, spoiled -> spoiled.status(503)),
  REDIRECT(
      "307 to /elsewhere on the same server, which is not there",
      When.INSTEAD,
      spoiled -> spoiled.status(307, "Location: /elsewhere")),
  REDIRECT_LOOP(
      "307 to the same URL", When.INSTEAD, spoiled -> spoiled.status(307, "Location: /mcp")),
  ACCEPTED("202 for a request, and no answer ever", When.INSTEAD, spoiled -> spoiled.status(202)),
  EMPTY_BODY("200 with an empty JSON body", When.INSTEAD, Refusals::emptyBody),

  SESSION_EXPIRED("answers, then forgets the session", When.BESIDES),
  SLOW_READER("answers, then reads the next message 16 bytes a 20 ms", When.BESIDES),
  NEVER_READS(
      "answers, then reads only the head of the next message and keeps it waiting", When.BESIDES),

  STALL("no byte, the connection stays open", When.INSTEAD, Spoiled::stall),
  HALF_CLOSE(
      "no byte, but the end of the stream; goes on reading", When.INSTEAD, Spoiled::halfClose),
  RESET("no byte, a TCP reset", When.INSTEAD, Spoiled::reset),
  GARBAGE_HEAD("bytes that are no HTTP, then the end", When.INSTEAD, Refusals::garbage),
  OVERSIZED_HEAD("a header field of 1 MiB before the answer", When.SPOILED, Bodies::oversizedHead),

  STALL_MID_BODY("half a JSON body, then nothing", When.SPOILED, Bodies::stall),
  SHORT_BODY("half a JSON body, then the end of the stream", When.SPOILED, Bodies::cut),
  RESET_MID_BODY("half a JSON body, then a TCP reset", When.SPOILED, Bodies::reset),
  WRONG_CONTENT_TYPE(
      "the answer as text/html", When.SPOILED, spoiled -> Bodies.typed(spoiled, "text/html")),
  NO_CONTENT_TYPE(
      "the answer without a content type", When.SPOILED, spoiled -> Bodies.typed(spoiled, "")),
  TRUNCATED_CHUNK(
      "less than a chunk's length, then the end of the stream",
      When.SPOILED,
      Bodies::truncatedChunk),
  BAD_CHUNK("a chunk's length that is no number", When.SPOILED, Bodies::badChunk),
  OVERSIZED_BODY(
      "{bytes}: 64 MiB of blanks before the answer, unless told otherwise",
      When.SPOILED,
      Bodies::oversized),
  SECOND_RESPONSE(
      "the answer, then a response on the same connection that nobody asked for",
      When.SPOILED,
      Bodies::strayAfter),
  STRAY_RESPONSE(
      "a response that nobody asked for, then the answer on the same connection",
      When.SPOILED,
      Bodies::strayBefore),

  STALL_MID_SSE("half an event, then nothing", When.SPOILED, Streams::stall),
  SHORT_SSE("half an event, then a regular end of the body", When.SPOILED, Streams::cut),
  RESET_MID_SSE("half an event, then a TCP reset", When.SPOILED, Streams::reset),
  EMPTY_STREAM("an event stream that ends without an answer", When.SPOILED, Streams::empty),
  SILENT_STREAM("the head of an event stream, then nothing", When.INSTEAD, Streams::silent),
  GARBAGE_SSE("bytes that are no events, then the end", When.SPOILED, Streams::garbage),
  ODD_SSE(
      "events in every legal but unusual spelling, the answer among them",
      When.SPOILED,
      Streams::odd),
  OVERSIZED_EVENT(
      "{bytes}: 64 MiB of one event's data without an end, unless told otherwise",
      When.SPOILED,
      Streams::oversized),
  BYTE_AT_A_TIME(
      "the answer in an event stream, each byte in a packet of its own",
      When.SPOILED,
      Streams::byteAtATime),

  DROP_RESUMABLE(
      "an event with an id, then the end; the answer comes after a resume", When.DROPPED),
  DROP_REFUSED("an event with an id, then the end; a resume gets 400", When.DROPPED),
  DROP_EMPTY(
      "an event with an id, then the end; a resume gets a stream that ends at once", When.DROPPED);

  private final String description;
  private final When when;
  private final Script script;

  HttpFault(String description, When when) {
    this(description, when, _ -> {});
  }

  HttpFault(String description, When when, Script script) {
    this.description = description;
    this.when = when;
    this.script = script;
  }

  /** The point at which the fault takes effect. */
  enum When {
    /** The request is ignored. */
    INSTEAD,
    /** The request is run, and its answer spoiled. */
    SPOILED,
    /** The request is run, and its answer kept for a client that reconnects. */
    DROPPED,
    /** The request is answered correctly. */
    BESIDES
  }

  /** Replaces a good answer. */
  @FunctionalInterface
  interface Script {
    void play(Spoiled spoiled);
  }

  /** {@return the name of the tool, also used in rules} */
  public String tool() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return arguments and behaviour of the tool} */
  public String description() {
    return description;
  }

  When when() {
    return when;
  }

  void play(Spoiled spoiled) {
    script.play(spoiled);
  }

  /** {@return the fault of this name; null if there is none} */
  static @Nullable HttpFault of(String tool) {
    for (var fault : values()) {
      if (fault.tool().equals(tool)) {
        return fault;
      }
    }
    return null;
  }
}
