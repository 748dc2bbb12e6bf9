package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock for tests of faulty waits: follows another clock until a fault is set.
 *
 * <p>Safe for use by many threads.
 */
public final class FaultyTime implements Time {
  /** The fault of a wait. */
  public enum Fault {
    /** No fault. */
    NONE,
    /** Every wait throws {@link IllegalStateException}. */
    FAILS,
    /** Every limit has passed at once. */
    IMPATIENT,
    /**
     * The whole process stalls during the next wait with a limit: when it ends, its limit and ten
     * seconds more have passed, before any other thread has run. Later waits have no fault.
     */
    STALLS
  }

  private static final Duration STALL = Duration.ofSeconds(10);

  private final Time inner;
  private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);
  private final AtomicLong stalledNanos = new AtomicLong();

  /** Creates a clock that follows {@code inner}. */
  public FaultyTime(Time inner) {
    this.inner = inner;
  }

  /** {@return this clock, whose waits have that fault from now on} */
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
