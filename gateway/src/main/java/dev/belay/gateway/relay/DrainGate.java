package dev.belay.gateway.relay;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the calls to one server while a person drains it: those that have passed go on. Its lists
 * stay, so that no name changes. Safe for use by many threads.
 */
final class DrainGate implements Gate {
  private final String server;
  private volatile @Nullable String by;

  DrainGate(String server) {
    this.server = server;
  }

  /** Drains the server on behalf of {@code who}, or puts it back into service if null. */
  void drain(@Nullable String who) {
    by = who;
  }

  /** {@return who drains the server; null if nobody does} */
  @Nullable String by() {
    return by;
  }

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public Pass enter(CallInfo call) throws RefusedException {
    var who = by;
    if (who != null) {
      throw new RefusedException(
          "The server \""
              + server
              + "\" takes no new calls: it is being drained by "
              + who
              + ", until somebody puts it back into service.");
    }
    return Pass.FREE;
  }
}
