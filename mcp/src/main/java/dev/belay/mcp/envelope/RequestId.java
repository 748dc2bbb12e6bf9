package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The id that one side of a connection gave to a request, a progress stream or a subscription.
 *
 * <p>A string or a number, kept as received. The number {@code 1} is not the string {@code "1"};
 * strings are equal by their text, numbers by their spelling ({@code 1e3} is not {@code 1000}).
 * Immutable (MCP 2025-11-25 §requests, P28).
 */
public final class RequestId {
  private final byte[] json;
  private final String text;
  private final boolean number;

  private RequestId(byte[] json, String text, boolean number) {
    this.json = json;
    this.text = text;
    this.number = number;
  }

  /** {@return the number {@code value}} */
  public static RequestId of(long value) {
    String text = Long.toString(value);
    return new RequestId(text.getBytes(StandardCharsets.US_ASCII), text, true);
  }

  /** {@return the string {@code value}} */
  public static RequestId of(String value) {
    return new RequestId(JsonString.encode(value), value, false);
  }

  /**
   * Returns the id at {@code span} of a parsed message, or null if it is neither a string nor a
   * number.
   */
  public static @Nullable RequestId read(byte[] bytes, Span span) {
    if (span.isString(bytes)) {
      return new RequestId(span.of(bytes), JsonString.decode(bytes, span), false);
    }
    if (span.isNumber(bytes)) {
      var literal = new String(bytes, span.offset(), span.length(), StandardCharsets.US_ASCII);
      return new RequestId(span.of(bytes), literal, true);
    }
    return null;
  }

  /** {@return the literal as received, to be sent back} */
  public byte[] json() {
    return json.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestId that && number == that.number && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return number ? ~text.hashCode() : text.hashCode();
  }

  /** {@return the literal, for logs} */
  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
