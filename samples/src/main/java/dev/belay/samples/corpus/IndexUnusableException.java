package dev.belay.samples.corpus;

import java.io.IOException;
import java.nio.file.Path;

/** The index cannot be used now; the message says what helps. */
public final class IndexUnusableException extends IOException {
  private static final long serialVersionUID = 1L;

  IndexUnusableException(String message) {
    super(message);
  }

  IndexUnusableException(String message, Throwable cause) {
    super(message, cause);
  }

  static IndexUnusableException damaged(Path folder, Exception cause) {
    return new IndexUnusableException(
        "The index cannot be read: delete " + folder + ", and take the documents in again", cause);
  }
}
