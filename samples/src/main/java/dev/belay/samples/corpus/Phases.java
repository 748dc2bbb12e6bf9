package dev.belay.samples.corpus;

import dev.belay.tools.call.Heartbeats;

/** Tells how far a work of several phases is: each is one unit of progress. */
final class Phases {
  private final Heartbeats call;
  private final int total;
  private int done = -1;

  Phases(Heartbeats call, int total) {
    this.call = call;
    this.total = total;
  }

  /** Begins the next phase. */
  void next(String message) {
    done++;
    call.heartbeat(message, (double) done, (double) total);
  }

  /** Says that a part of the phase begins, which has {@code of} parts. */
  void part(String message, int part, int of) {
    call.heartbeat(message, done + (double) part / of, (double) total);
  }

  /** All is done. */
  void end(String message) {
    call.heartbeat(message, (double) total, (double) total);
  }
}
