package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.RawJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a tool at one time.
 *
 * @param sha256 the hash of its canonical definition: name, title, description, schemas and
 *     annotations
 * @param definition that definition, for people; null if it is too long to be kept
 */
public record Pin(String sha256, @Nullable RawJson definition) {
  private static final int LONGEST = 32 * 1024;
  private static final int SHOWN = 12;

  /** {@return the pin of a tool as its server lists it} */
  static Pin of(byte[] tool) {
    byte[] canonical = Canonical.of(tool);
    return new Pin(sha256(canonical), canonical.length <= LONGEST ? RawJson.of(canonical) : null);
  }

  /** {@return the beginning of the hash, for people} */
  public String shortHash() {
    return sha256.substring(0, Math.min(SHOWN, sha256.length()));
  }

  int size() {
    return definition == null ? 0 : definition.bytes().length;
  }

  Pin withoutDefinition() {
    return new Pin(sha256, null);
  }

  /** {@return the SHA-256 of those bytes, in hexadecimal} */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
