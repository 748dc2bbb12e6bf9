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
