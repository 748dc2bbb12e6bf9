package dev.belay.samples.text;

import java.io.IOException;

/** A content is not for reading; the message says what it is instead. */
public final class NoTextException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is no text, and why. */
  public NoTextException(String message) {
    super(message);
  }
}
