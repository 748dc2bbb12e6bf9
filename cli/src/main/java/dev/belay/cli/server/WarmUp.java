package dev.belay.cli.server;

import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.Report;
import dev.belay.process.spawn.Spawner;
import java.time.Duration;

/** Start-up work that is deferred so that the server has the machine to itself for a while. */
record WarmUp(Spawner spawner, Report report, Time time) implements Runnable {
  private static final Duration SETTLING = Duration.ofSeconds(1);

  /** Does the work later, on a thread of its own. */
  void begin() {
    Thread.ofPlatform().name("belay-warm-up").daemon().start(this);
  }

  @Override
  public void run() {
    try {
      time.sleep(SETTLING);
      spawner.warmUp();
      var warning = FoundBy.warning(spawner.means());
      if (warning != null) {
        report.say(warning);
      }
      spawner.sweepDead();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
