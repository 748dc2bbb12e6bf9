package dev.belay.http.stream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a check once per period while it is needed, so that no request has a timer of its own. */
final class PeriodicCheck {
  private final Time time;
  private final Duration period;
  private final Runnable look;
  private final BooleanSupplier needed;
  private final AtomicBoolean armed = new AtomicBoolean();

  PeriodicCheck(Time time, Duration period, Runnable look, BooleanSupplier needed) {
    this.time = time;
    this.period = period;
    this.look = look;
    this.needed = needed;
  }

  Duration period() {
    return period;
  }

  /** Starts the check, unless it already runs: called once there is something to check. */
  void arm() {
    if (!armed.get() && armed.compareAndSet(false, true)) {
      var _ = time.repeat(period, this::run);
    }
  }

  private @Nullable Duration run() {
    look.run();
    if (needed.getAsBoolean()) {
      return period;
    }
    armed.set(false);
    // A request that came after the check may have found armed still set.
    if (needed.getAsBoolean()) {
      arm();
    }
    return null;
  }
}
