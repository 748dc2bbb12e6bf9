package dev.belay.agent.model.provider;

import java.io.IOException;
import java.io.Serial;

/** Nothing came for longer than a stream may be silent. */
final class SilenceException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  SilenceException() {
    super("nothing came for too long");
  }
}
