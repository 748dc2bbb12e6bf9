package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** The machine's clock, until it is told to fail: then every wait is a defect. */
final class FailingTime implements Time {
  private final Time real = Time.system();
  volatile boolean fails;

  @Override
  public long nanos() {
    return real.nanos();
  }

  @Override
  public Instant wall() {
    return real.wall();
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    return real.after(delay, action);
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    check();
    real.sleep(delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    check();
    return real.await(stage, limit);
  }

  private void check() {
    if (fails) {
      throw new IllegalStateException("a wait that fails");
    }
  }
}
