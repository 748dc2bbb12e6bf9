package dev.belay.tools.result;

import java.util.Arrays;

/** Bytes that nobody changes: a picture, a sound, a file. Compared by what they are. */
public final class Bytes {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** {@return a copy of {@code bytes}} */
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** {@return how many they are} */
  public int size() {
    return bytes.length;
  }

  /** {@return a copy} */
  public byte[] toArray() {
    return bytes.clone();
  }

  /** {@return the bytes themselves, to be read only} */
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
