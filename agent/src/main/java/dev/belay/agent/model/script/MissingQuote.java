package dev.belay.agent.model.script;

import java.io.Serial;

/** A step quotes what is not there. */
final class MissingQuote extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  MissingQuote(String quote) {
    super(quote);
  }
}
