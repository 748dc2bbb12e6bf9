package dev.belay.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token: what is kept of it, and all that is compared. */
final class Digest {
  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** {@return that of a token} */
  static Digest of(String token) {
    try {
      return new Digest(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** {@return one that was computed before} */
  static Digest known(byte[] bytes) {
    return new Digest(bytes.clone());
  }

  /** {@return whether they are equal, in a time that does not depend on how much of it is} */
  boolean matches(Digest other) {
    return MessageDigest.isEqual(bytes, other.bytes);
  }
}
