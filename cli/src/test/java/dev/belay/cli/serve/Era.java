package dev.belay.cli.serve;

import java.util.Locale;

/** The two eras of MCP, for a client or a server. */
enum Era {
  LEGACY,
  MODERN;

  /** {@return the server's option for this era} */
  String option() {
    return name().toLowerCase(Locale.ROOT);
  }
}
