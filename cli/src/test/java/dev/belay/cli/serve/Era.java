package dev.belay.cli.serve;

import java.util.Locale;

/** The two kinds of MCP, of a client or of a server. */
enum Era {
  LEGACY,
  MODERN;

  /** {@return how a server is told to speak it} */
  String option() {
    return name().toLowerCase(Locale.ROOT);
  }
}
