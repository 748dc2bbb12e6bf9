package dev.belay.tools.result;

import java.util.Arrays;

/** Immutable bytes, such as those of a picture, a sound or a file, compared by value. */
public final class Bytes {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** {@return a copy of {@code bytes}} */
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** {@return the number of bytes} */
  public int size() {
    return bytes.length;
  }

  /** {@return a copy} */
  public byte[] toArray() {
    return bytes.clone();
  }

  /** {@return the bytes themselves, read-only} */
  byte[] shared() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes same && Arrays.equals(bytes, same.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
