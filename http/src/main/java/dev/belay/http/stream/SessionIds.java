package dev.belay.http.stream;

import java.security.SecureRandom;
import java.util.Base64;

/** Names of sessions that nobody guesses, in visible ASCII (MCP 2025-11-25 §session-management). */
final class SessionIds {
  private static final int BYTES = 24;

  private final SecureRandom random = new SecureRandom();

  String next() {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
