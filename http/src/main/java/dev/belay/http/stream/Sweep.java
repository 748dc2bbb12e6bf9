package dev.belay.http.stream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Looks at everything that waits, each period, as long as anything does: no timer per request.
 *
 * <p>Concurrency: {@link #run} never runs twice at once: it alone arms its next run, and {@code
 * armed} lets a single outsider arm the first.
 */
final class Sweep {
  private final Time time;
  private final Duration period;
  private final Runnable look;
  private final BooleanSupplier needed;
  private final AtomicBoolean armed = new AtomicBoolean();

  Sweep(Time time, Duration period, Runnable look, BooleanSupplier needed) {
    this.time = time;
    this.period = period;
    this.look = look;
    this.needed = needed;
  }

  Duration period() {
    return period;
  }

  /** Says that there is something to look at now. */
  void arm() {
    if (!armed.get() && armed.compareAndSet(false, true)) {
      schedule();
    }
  }

  private void schedule() {
    var _ = time.after(period, this::run);
  }

  private void run() {
    boolean more = true;
    try {
      look.run();
      more = needed.getAsBoolean();
    } finally {
      // Also after a defect: else it would be the last look at anything.
      if (more) {
        schedule();
      } else {
        armed.set(false);
      }
    }
    // Against one that came between the last question and the disarming.
    if (!more && needed.getAsBoolean()) {
      arm();
    }
  }
}
