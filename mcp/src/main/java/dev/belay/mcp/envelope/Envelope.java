package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC message: its bytes as received, and the positions of the members that Belay reads.
 *
 * <p>A message is never written anew from a tree, so unknown members and the spelling of numbers
 * stay intact. The bytes are shared, not copied, and must not be written to.
 */
public final class Envelope {
  private final byte[] bytes;
  private final Located located;
  private final Kind kind;
  private final @Nullable RequestId id;
  private final @Nullable String method;

  Envelope(byte[] bytes, Located located) {
    this.bytes = bytes;
    this.located = located;
    this.id = id(Member.ID);
    this.method = text(Member.METHOD);
    if (method != null) {
      this.kind = id == null ? Kind.NOTIFICATION : Kind.REQUEST;
    } else {
      this.kind = located.has(Member.RESULT) ? Kind.RESPONSE : Kind.ERROR;
    }
  }

  /**
   * Parses one message: strict UTF-8, one JSON object, without duplicates of members that Belay
   * reads.
   *
   * @throws MalformedEnvelope if it is not JSON, or not a message
   */
  public static Envelope parse(byte[] line, Bounds bounds) throws MalformedEnvelope {
    return new EnvelopeParser(line, bounds).parse();
  }

  /**
   * Parses a message that this process wrote, or made of parts that were parsed before; bounds do
   * not apply.
   *
   * @throws IllegalArgumentException if it is not a message, which is a defect of its writer
   */
  public static Envelope parseOwn(byte[] message) {
    try {
      return parse(message, Bounds.NONE);
    } catch (MalformedEnvelope e) {
      throw new IllegalArgumentException("not a JSON-RPC message", e);
    }
  }

  /** {@return the bytes of the message as received; not to be written to} */
  public byte[] bytes() {
    return bytes;
  }

  /** {@return the kind of the message} */
  public Kind kind() {
    return kind;
  }

  /** {@return the id; null for a notification, and for an error without a readable request} */
  public @Nullable RequestId id() {
    return id;
  }

  /**
   * Returns the id of a request or a response.
   *
   * @throws IllegalStateException for a notification or an error without an id
   */
  public RequestId requireId() {
    if (id == null) {
      throw new IllegalStateException("a " + kind + " has no id");
    }
    return id;
  }

  /** {@return the method of a request or notification, else the empty string} */
  public String method() {
    return method == null ? "" : method;
  }

  /** {@return the params object, or null if it is absent or JSON's null} */
  public @Nullable Span params() {
    Span params = span(Member.PARAMS);
    return params == null || params.isNull(bytes) ? null : params;
  }

  /** {@return the result, of any type, or null if there is none} */
  public @Nullable Span result() {
    return span(Member.RESULT);
  }

  /** {@return the error object, or null if there is none} */
  public @Nullable Span error() {
    return span(Member.ERROR);
  }

  /** {@return the position of the value of {@code member}, or null if it is absent} */
  public @Nullable Span span(Member member) {
    return located.get(member);
  }

  /** {@return whether {@code member} is present, even if null} */
  public boolean has(Member member) {
    return located.has(member);
  }

  /** {@return a copy of the value of {@code member} as received, or null if it is absent} */
  public byte @Nullable [] raw(Member member) {
    Span span = span(member);
    return span == null ? null : span.of(bytes);
  }

  /** {@return the text of the string {@code member}, or null if it is absent or not a string} */
  public @Nullable String text(Member member) {
    Span span = span(member);
    return span == null || !span.isString(bytes) ? null : JsonString.decode(bytes, span);
  }

  /** {@return the number {@code member} as written, or null if it is absent or not a number} */
  public @Nullable String number(Member member) {
    Span span = span(member);
    return span == null || !span.isNumber(bytes)
        ? null
        : new String(bytes, span.offset(), span.length(), StandardCharsets.US_ASCII);
  }

  /** {@return the id or token {@code member}, or null if it is neither a string nor a number} */
  public @Nullable RequestId id(Member member) {
    Span span = span(member);
    return span == null ? null : RequestId.read(bytes, span);
  }

  /** {@return whether {@code member} is the literal {@code true}} */
  public boolean isTrue(Member member) {
    Span span = span(member);
    return span != null && bytes[span.offset()] == 't';
  }

  /** {@return this message with other params, otherwise byte for byte} */
  public Envelope withParams(byte[] params) {
    return with(Member.PARAMS, params);
  }

  /** {@return this answer with another result, otherwise byte for byte} */
  public Envelope withResult(byte[] result) {
    return with(Member.RESULT, result);
  }

  /** {@return this message with another value of {@code member}, otherwise byte for byte} */
  public Envelope with(Member member, byte[] value) {
    return parseOwn(Splice.of(this).set(member, value).bytes());
  }

  /** {@return the message as text, for logs} */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The positions of the members that Belay reads in one message. */
  static final class Located {
    private final Map<Member, Span> spans = new EnumMap<>(Member.class);

    /** Created on demand, which a valid message never causes. */
    private @Nullable Set<Member> repeated;

    /** Adds a member; false if it was present already. */
    boolean put(Member member, Span span) {
      if (spans.putIfAbsent(member, span) == null) {
        return true;
      }
      repeated = repeated == null ? EnumSet.noneOf(Member.class) : repeated;
      repeated.add(member);
      return false;
    }

    boolean has(Member member) {
      return spans.containsKey(member);
    }

    boolean isRepeated(Member member) {
      return repeated != null && repeated.contains(member);
    }

    /** {@return the position of its value, or null if it is absent} */
    @Nullable Span get(Member member) {
      return spans.get(member);
    }
  }
}
