package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value as written, to be kept, compared and inserted elsewhere unread.
 *
 * <p>Equal to another with the same spelling; {@code 1.0} is not {@code 1}. Immutable as long as
 * the bytes, which are shared and not copied, are not written to.
 */
public final class RawJson {
  private final byte[] bytes;

  private RawJson(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Wraps a valid JSON value. */
  public static RawJson of(byte[] json) {
    return new RawJson(json);
  }

  /** Wraps a text that is a valid JSON value. */
  public static RawJson of(String json) {
    return new RawJson(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Wraps a valid JSON value; null for null. */
  public static @Nullable RawJson ofNullable(byte @Nullable [] json) {
    return json == null ? null : new RawJson(json);
  }

  /** {@return the value; not to be written to} */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RawJson that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** {@return the value as text} */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
