package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.Envelope.Located;
import dev.belay.mcp.envelope.Member.Place;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses one message in one pass: all of it is checked, and the members that Belay reads are
 * located.
 *
 * <p>Invalid JSON ends the pass at once. Valid JSON that is not a message is recorded as a fault,
 * and the pass goes on, since clients write the id last and an answer needs it.
 */
final class EnvelopeParser {
  private static final int SHOWN = 64; // enough of a peer's key for a log line

  private final byte[] bytes;
  private final Bounds bounds;
  private final JsonScanner json;
  private final Located located = new Located();
  private @Nullable Set<String> unknown;
  private @Nullable String fault;

  EnvelopeParser(byte[] bytes, Bounds bounds) {
    this.bytes = bytes;
    this.bounds = bounds;
    this.json = new JsonScanner(bytes, bytes.length);
  }

  Envelope parse() throws MalformedEnvelope {
    try {
      read();
    } catch (NotJson e) {
      String what = hasByteOrderMark() ? "it starts with a byte order mark" : e.getMessage();
      throw malformed(ErrorCode.PARSE_ERROR, "Parse error: " + what);
    }
    if (fault == null) {
      fault = EnvelopeRules.fault(bytes, located, bounds);
    }
    if (fault == null && json.deepest() > bounds.depth()) {
      fault = "nested deeper than " + bounds.depth() + " levels";
    }
    if (fault != null) {
      throw malformed(ErrorCode.INVALID_REQUEST, "Invalid request: " + fault);
    }
    byte[] plain = NameRules.withoutIcons(bytes, located, bounds);
    if (plain != null) {
      return new EnvelopeParser(plain, bounds).parse();
    }
    var refusal = NameRules.refusal(bytes, located, bounds);
    if (refusal != null) {
      throw malformed(refusal.code(), refusal.message());
    }
    return new Envelope(bytes, located);
  }

  private void read() throws NotJson {
    int start = json.whitespace(0);
    int at;
    if (json.peek(start) == '{') {
      at = object(Place.ENVELOPE, start);
    } else {
      at = json.value(start);
      fault = json.peek(start) == '[' ? "a batch, which only 2025-03-26 has" : "not an object";
    }
    at = json.whitespace(at);
    if (at < bytes.length) {
      throw new NotJson("not JSON: more than one value", at);
    }
  }

  private int object(Place place, int start) throws NotJson {
    json.enter(true);
    int at = json.whitespace(start + 1);
    boolean more = json.peek(at) != '}';
    while (more) {
      at = json.whitespace(member(place, at));
      byte next = json.peek(at);
      if (next == ',') {
        at = json.whitespace(at + 1);
      } else if (next == '}') {
        more = false;
      } else {
        throw json.unexpected(at);
      }
    }
    json.leave();
    return at + 1;
  }

  private int member(Place place, int start) throws NotJson {
    int keyEnd = json.string(start);
    Member member = memberOf(place, start + 1, keyEnd - 1, json.escaped());
    int valueStart = json.colon(keyEnd);
    Place inner = member == null ? null : member.opens();
    int valueEnd =
        inner != null && json.peek(valueStart) == '{'
            ? object(inner, valueStart)
            : json.value(valueStart);
    if (member != null) {
      if (!located.put(member, new Span(valueStart, valueEnd - valueStart))) {
        fault = "\"" + member.key() + "\" comes twice";
      }
    } else if (place == Place.ENVELOPE) {
      noteUnknown(JsonString.decode(bytes, start + 1, keyEnd - 1));
    }
    return valueEnd;
  }

  private @Nullable Member memberOf(Place place, int from, int to, boolean escaped) {
    if (!escaped) {
      return Member.of(place, bytes, from, to);
    }
    // An escaped key is the same key, so that a second "method" is not overlooked.
    byte[] key = JsonString.decode(bytes, from, to).getBytes(StandardCharsets.UTF_8);
    return Member.of(place, key, 0, key.length);
  }

  private void noteUnknown(String key) {
    if (unknown == null) {
      unknown = new HashSet<>();
    }
    if (unknown.size() == bounds.unknownMembers()) {
      fault = "more than " + bounds.unknownMembers() + " unknown members";
    } else if (!unknown.add(key)) {
      fault = JsonString.quote(key.substring(0, Math.min(SHOWN, key.length()))) + " comes twice";
    }
  }

  private boolean hasByteOrderMark() {
    return bytes.length >= 3
        && bytes[0] == (byte) 0xef
        && bytes[1] == (byte) 0xbb
        && bytes[2] == (byte) 0xbf;
  }

  private MalformedEnvelope malformed(ErrorCode code, String message) {
    return new MalformedEnvelope(
        code,
        message,
        EnvelopeRules.readableId(bytes, located, bounds),
        EnvelopeRules.likelyKind(located));
  }
}
