package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value as it was written, to be kept or compared and put elsewhere unread.
 *
 * <p>Equal to another if both are written alike; {@code 1.0} is not {@code 1}. Immutable as long as
 * the bytes, which are shared and not copied, are not written to.
 */
public final class RawJson {
  private final byte[] bytes;

  private RawJson(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Holds bytes that are known to be one JSON value. */
  public static RawJson of(byte[] json) {
    return new RawJson(json);
  }

  /** Holds a text that is known to be one JSON value. */
  public static RawJson of(String json) {
    return new RawJson(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Holds bytes that are known to be one JSON value, or nothing if there are none. */
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
