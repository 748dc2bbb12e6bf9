package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC message: its bytes as they came, and where in them the members are that Belay reads.
 *
 * <p>Nothing is ever written anew from a tree, so unknown members and the spelling of numbers stay
 * intact. The bytes are shared, not copied, and must not be written to.
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
   * Reads one message: strict UTF-8, one JSON object, nothing that Belay reads there twice.
   *
   * @throws MalformedEnvelope if it is not JSON, or JSON but no message
   */
  public static Envelope parse(byte[] line, Bounds bounds) throws MalformedEnvelope {
    return new EnvelopeParser(line, bounds).parse();
  }

  /**
   * Reads a message that this process wrote, or one made of parts that were parsed before; it is
   * not bounded again.
   *
   * @throws IllegalArgumentException if it is no message, which is a defect of whoever wrote it
   */
  public static Envelope parseOwn(byte[] message) {
    try {
      return parse(message, Bounds.NONE);
    } catch (MalformedEnvelope e) {
      throw new IllegalArgumentException("not a JSON-RPC message", e);
    }
  }

  /** {@return the message as it came; not to be written to} */
  public byte[] bytes() {
    return bytes;
  }

  /** {@return what the message asks of its reader} */
  public Kind kind() {
    return kind;
  }

  /** {@return the id; null for a notification, and for an error that could name no request} */
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

  /** {@return the result, whatever it is, or null if there is none} */
  public @Nullable Span result() {
    return span(Member.RESULT);
  }

  /** {@return the error object, or null if there is none} */
  public @Nullable Span error() {
    return span(Member.ERROR);
  }

  /** {@return where the value of {@code member} is, or null if it is absent} */
  public @Nullable Span span(Member member) {
    return located.get(member);
  }

  /** {@return whether {@code member} is there, be it null} */
  public boolean has(Member member) {
    return located.has(member);
  }

  /** {@return a copy of the value of {@code member} as it came, or null if it is absent} */
  public byte @Nullable [] raw(Member member) {
    Span span = span(member);
    return span == null ? null : span.of(bytes);
  }

  /** {@return what the string {@code member} says, or null if it is absent or no string} */
  public @Nullable String text(Member member) {
    Span span = span(member);
    return span == null || !span.isString(bytes) ? null : JsonString.decode(bytes, span);
  }

  /** {@return the number {@code member} as it is written, or null if it is absent or no number} */
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

  /** {@return this message with other params, all else byte for byte} */
  public Envelope withParams(byte[] params) {
    return with(Member.PARAMS, params);
  }

  /** {@return this answer with another result, all else byte for byte} */
  public Envelope withResult(byte[] result) {
    return with(Member.RESULT, result);
  }

  /** {@return this message with another value of {@code member}, all else byte for byte} */
  public Envelope with(Member member, byte[] value) {
    return parseOwn(Splice.of(this).set(member, value).bytes());
  }

  /** {@return the message as text, for logs} */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Where the members that Belay reads were found in one message. */
  static final class Located {
    private final Map<Member, Span> spans = new EnumMap<>(Member.class);

    /** Made when it is needed, which in a message without fault is never. */
    private @Nullable Set<Member> repeated;

    /** Notes a member; false if it was there already. */
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

    /** {@return where its value is, or null if it is absent} */
    @Nullable Span get(Member member) {
      return spans.get(member);
    }
  }
}
