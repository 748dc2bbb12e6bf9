package dev.belay.mcp.envelope;

import java.util.Arrays;

/** The position of one JSON value in the bytes of a message. */
public record Span(int offset, int length) {
  /** {@return the first offset after the value} */
  public int end() {
    return offset + length;
  }

  /** {@return a copy of the value as received} */
  public byte[] of(byte[] bytes) {
    return Arrays.copyOfRange(bytes, offset, end());
  }

  /** {@return whether the value is the literal {@code null}} */
  public boolean isNull(byte[] bytes) {
    return bytes[offset] == 'n';
  }

  /** {@return whether the value is an object} */
  public boolean isObject(byte[] bytes) {
    return bytes[offset] == '{';
  }

  /** {@return whether the value is an array} */
  public boolean isArray(byte[] bytes) {
    return bytes[offset] == '[';
  }

  /** {@return whether the value is a string} */
  public boolean isString(byte[] bytes) {
    return bytes[offset] == '"';
  }

  /** {@return whether the value is a number} */
  public boolean isNumber(byte[] bytes) {
    byte first = bytes[offset];
    return first == '-' || (first >= '0' && first <= '9');
  }
}
