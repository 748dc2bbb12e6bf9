package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Time for tests of what happens when a wait goes wrong: that of another clock, until it is told.
 *
 * <p>Safe for use by many threads.
 */
public final class FaultyTime implements Time {
  /** What becomes of a wait. */
  public enum Fault {
    /** It is as it should be. */
    NONE,
    /** It throws {@link IllegalStateException}, now and from now on. */
    FAILS,
    /** Every limit has passed at once. */
    IMPATIENT,
    /**
     * The whole process stands still while the next one waits for something: its limit has passed
     * when it ends, and ten seconds more, before anybody else has run. Those behind it are as they
     * should be.
     */
    STALLS
  }

  private static final Duration STALL = Duration.ofSeconds(10);

  private final Time inner;
  private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);
  private final AtomicLong stalledNanos = new AtomicLong();

  /** Goes by that clock. */
  public FaultyTime(Time inner) {
    this.inner = inner;
  }

  /** {@return this, whose waits have that fault from now on} */
  public FaultyTime with(Fault other) {
    fault.set(other);
    return this;
  }

  @Override
  public long nanos() {
    return inner.nanos() + stalledNanos.get();
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
    switch (fault.get()) {
      case NONE, STALLS -> inner.sleep(delay);
      case IMPATIENT -> {}
      case FAILS -> throw failed();
    }
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    return switch (fault.get()) {
      case NONE -> inner.await(stage, limit);
      case IMPATIENT -> false;
      case FAILS -> throw failed();
      case STALLS -> {
        boolean isMine = fault.compareAndSet(Fault.STALLS, Fault.NONE);
        if (isMine) {
          stalledNanos.addAndGet(limit.plus(STALL).toNanos());
        }
        yield !isMine && inner.await(stage, limit);
      }
    };
  }

  private static IllegalStateException failed() {
    return new IllegalStateException("a wait that fails");
  }
}
