package dev.belay.access;

import java.io.IOException;

/** Thrown where a list of tokens cannot be used; says which line, and nothing that stands in it. */
public final class InvalidTokens extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidTokens(String message) {
    super(message);
  }
}
