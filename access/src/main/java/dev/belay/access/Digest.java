package dev.belay.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token: all of it that is stored and compared. */
final class Digest {
  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** {@return the digest of a token} */
  static Digest of(String token) {
    try {
      return new Digest(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** {@return a digest computed before} */
  static Digest known(byte[] bytes) {
    return new Digest(bytes.clone());
  }

  /** {@return its 32 bytes} */
  byte[] bytes() {
    return bytes.clone();
  }

  /** {@return whether they are equal, in constant time} */
  boolean matches(Digest other) {
    return MessageDigest.isEqual(bytes, other.bytes);
  }
}
