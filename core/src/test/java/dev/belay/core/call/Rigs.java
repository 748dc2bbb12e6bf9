package dev.belay.core.call;

import dev.belay.core.journal.Journal;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.Random;

/** Governors on simulated time. */
final class Rigs {
  private Rigs() {}

  static Governor governor(Simulation simulation, long seed) {
    return new Governor(options(simulation, seed));
  }

  /** A call that nobody runs, for tests of its own state. */
  static Call unstarted(Simulation simulation) {
    var caller = Caller.LOCAL;
    var info = new CallInfo(new CallId("sim", 1, 2), "tool", caller, simulation.wall());
    return new Call(governor(simulation, 1), info, CallRequest.of("tool", Payload.EMPTY));
  }

  static GovernorOptions options(Simulation simulation, long seed) {
    return new GovernorOptions(
        simulation,
        simulation.threads(),
        new Random(seed),
        "sim",
        new Journal(simulation, 1_024),
        Ledger.NONE,
        Duration.ofSeconds(2),
        Duration.ofMillis(100));
  }
}
