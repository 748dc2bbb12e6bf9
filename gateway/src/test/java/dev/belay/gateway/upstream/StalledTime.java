package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clock, but one wait can be made to end late, before anybody else has run. */
final class StalledTime implements Time {
  private final Time real = Time.system();
  private final AtomicLong stalledFor = new AtomicLong();
  private final AtomicBoolean stalls = new AtomicBoolean();

  /** The next wait is a stall of the whole process. */
  void stall() {
    stalls.set(true);
  }

  @Override
  public long nanos() {
    return real.nanos() + stalledFor.get();
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
    real.sleep(delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    if (stalls.compareAndSet(true, false)) {
      stalledFor.addAndGet(limit.plusSeconds(10).toNanos());
      return false;
    }
    return real.await(stage, limit);
  }
}
