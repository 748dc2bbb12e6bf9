package dev.belay.core.call;

import java.lang.System.Logger.Level;

/** Logs faults of foreign code that must not disturb a call. */
final class Faults {
  private Faults() {}

  static void log(String what, Throwable fault) {
    System.getLogger(Call.class.getName()).log(Level.WARNING, what, fault);
  }
}
