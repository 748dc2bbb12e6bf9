package dev.belay.core.call;

import java.lang.System.Logger.Level;

/** Where faults of other people's code are told of that must not disturb a call. */
final class Faults {
  private Faults() {}

  static void log(String what, Throwable fault) {
    System.getLogger(Call.class.getName()).log(Level.WARNING, what, fault);
  }
}
