package dev.belay.access;

import java.io.IOException;

/** Thrown for an unusable list of tokens; the message names the line, but never quotes it. */
public final class InvalidTokens extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidTokens(String message) {
    super(message);
  }
}
