package dev.belay.samples.web;

import java.io.IOException;

/** A URL gave nothing to read; the message says why, for a model. */
public final class FetchFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  FetchFailedException(String message) {
    super(message);
  }

  FetchFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
