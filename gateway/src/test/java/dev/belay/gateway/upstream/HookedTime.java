package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Another clock, with something more happening where a test has that. */
public final class HookedTime implements Time {
  private final Time inner;
  private final CountDownLatch goOn = new CountDownLatch(1);
  private volatile String interrupted = "none";
  private volatile @Nullable Thread held;

  /** Creates a clock that follows {@code inner}. */
  public HookedTime(Time inner) {
    this.inner = inner;
  }

  /** Interrupts each wait of threads of that name. */
  void interrupts(String thread) {
    interrupted = thread;
  }

  /** Holds up that thread where it looks at the clock, until the returned latch is counted down. */
  public CountDownLatch holds(Thread thread) {
    held = thread;
    return goOn;
  }

  @Override
  public long nanos() {
    if (Thread.currentThread().equals(held)) {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
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
