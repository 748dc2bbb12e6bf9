package dev.belay.gateway;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Ledger;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Random;

/** Governors that go by the clock of a test. */
public final class ByHand {
  private ByHand() {}

  /** {@return a governor on the clock {@code time}, with 2 s of grace} */
  public static Governor governor(Time time) {
    return governor(time, Duration.ofSeconds(2));
  }

  /** {@return a governor on the clock {@code time}} */
  public static Governor governor(Time time, Duration grace) {
    return governor(time, grace, Ledger.NONE);
  }

  /** {@return a governor on the clock {@code time}, whose calls {@code ledger} keeps} */
  public static Governor governor(Time time, Duration grace, Ledger ledger) {
    return new Governor(
        new GovernorOptions(
            time,
            Thread.ofVirtual().factory(),
            new Random(1),
            "local",
            new Journal(time, 16_384),
            ledger,
            grace,
            Duration.ofMillis(10)));
  }
}
