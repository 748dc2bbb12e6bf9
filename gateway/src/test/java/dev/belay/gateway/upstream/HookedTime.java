package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Another clock, with something more happening where a test has that. */
final class HookedTime implements Time {
  private final Time inner;
  private volatile String interrupted = "none";

  HookedTime(Time inner) {
    this.inner = inner;
  }

  /** Interrupts each wait of threads of that name. */
  void interrupts(String thread) {
    interrupted = thread;
  }

  @Override
  public long nanos() {
    return inner.nanos();
  }

  @Override
  public Instant wall() {
    return inner.wall();
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    return inner.after(delay, action);
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    inner.sleep(delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    if (Thread.currentThread().getName().equals(interrupted)) {
      throw new InterruptedException();
    }
    return inner.await(stage, limit);
  }
}
