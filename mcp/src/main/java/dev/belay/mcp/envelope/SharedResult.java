package dev.belay.mcp.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A result shared by many requests: it is stored once, as the end of every answer that has it, and
 * only the beginning is made for each.
 *
 * <p>It lies outside the heap, so that it reaches a socket without being copied. Equal to another
 * with the same spelling. Immutable.
 */
public final class SharedResult {
  private static final byte[] HEAD =
      "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] RESULT = ",\"result\":".getBytes(StandardCharsets.US_ASCII);

  /** The result, and the end of the message. */
  private final ByteBuffer rest;

  private SharedResult(ByteBuffer rest) {
    this.rest = rest;
  }

  /** Stores a copy of a valid JSON value. */
  public static SharedResult of(byte[] result) {
    var rest = ByteBuffer.allocateDirect(result.length + 1);
    rest.put(result).put((byte) '}').flip();
    return new SharedResult(rest.asReadOnlyBuffer());
  }

  /** {@return the part of the answer to that request before {@link #rest}} */
  public static byte[] head(RequestId id) {
    var json = id.json();
    var head = new byte[HEAD.length + json.length + RESULT.length];
    System.arraycopy(HEAD, 0, head, 0, HEAD.length);
    System.arraycopy(json, 0, head, HEAD.length, json.length);
    System.arraycopy(RESULT, 0, head, HEAD.length + json.length, RESULT.length);
    return head;
  }

  /** {@return the result and the end of the message, as a view of the caller's own} */
  public ByteBuffer rest() {
    return rest.duplicate();
  }

  /** {@return its size in bytes} */
  public int size() {
    return rest.remaining();
  }

  /** {@return the whole answer to that request} */
  public byte[] answer(RequestId id) {
    var head = head(id);
    var answer = new byte[head.length + size()];
    System.arraycopy(head, 0, answer, 0, head.length);
    rest.get(0, answer, head.length, size());
    return answer;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SharedResult that && rest.equals(that.rest);
  }

  @Override
  public int hashCode() {
    return rest.hashCode();
  }
}
