package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A deterministic scheduler: virtual threads and timers on one thread, in an order chosen by a
 * seed; time jumps when all are idle.
 *
 * <p>The same seed gives the same run. Code under simulation must block only through {@link Time},
 * {@code java.util.concurrent} locks and parking, on threads of {@link #threads()}. Needs {@code
 * --add-opens java.base/java.lang=ALL-UNNAMED} (or {@code =dev.belay.core} on the module path),
 * since the JDK keeps the scheduler of a virtual thread private.
 *
 * <p>Concurrency: {@code lock} guards the ready tasks; they run outside it, on the thread of {@link
 * #run()}.
 */
public final class Simulation implements Time, Executor {
  private final ReentrantLock lock = new ReentrantLock();
  private final Random random;
  private final List<Runnable> ready = new ArrayList<>();
  private final HeldClock clock = new HeldClock();

  /** Creates a simulation at time zero whose every choice follows from {@code seed}. */
  public Simulation(long seed) {
    random = new Random(seed);
  }

  /** {@return a factory of virtual threads that run only inside {@link #run()}} */
  public ThreadFactory threads() {
    try {
      var builder =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      builder.setAccessible(true);
      return ((Thread.Builder.OfVirtual) builder.newInstance(this)).name("sim-", 0).factory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this JDK has no scheduler for virtual threads to set, or it is not opened: "
              + "run with --add-opens java.base/java.lang=ALL-UNNAMED",
          e);
    }
  }

  @Override
  public void execute(Runnable task) {
    lock.lock();
    try {
      ready.add(task);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public Instant wall() {
    return Instant.EPOCH.plusNanos(nanos());
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    return clock.after(delay, action);
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    awaitFlag(new AtomicBoolean(), delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    var done = new AtomicBoolean();
    var waiter = Thread.currentThread();
    var _ =
        stage.whenComplete((_, _) -> {
          done.set(true);
          LockSupport.unpark(waiter);
        });
    return awaitFlag(done, limit);
  }

  private boolean awaitFlag(AtomicBoolean done, Duration limit) throws InterruptedException {
    var waiter = Thread.currentThread();
    long until = nanos() + HeldClock.saturated(limit);
    try (var _ = after(limit, () -> LockSupport.unpark(waiter))) {
      while (!done.get() && nanos() - until < 0) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.park(this);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return done.get();
  }

  /** {@return the number of armed timers: a finished run should leave none} */
  public int armedTimers() {
    return clock.armed();
  }

  /** Moves the clock without running anything, as a stopped process or a long pause would. */
  public void stall(Duration duration) {
    clock.move(nanos() + duration.toNanos());
  }

  /**
   * Runs everything that is ready, then jumps to the next timer, until there is nothing left to
   * run.
   */
  public void run() {
    for (var next = pick(Long.MAX_VALUE); next != null; next = pick(Long.MAX_VALUE)) {
      next.run();
    }
  }

  /**
   * Runs like {@link #run()}, but stops once {@code done} holds.
   *
   * @return whether it holds; otherwise there is nothing left to run
   */
  public boolean runUntil(BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      var next = pick(Long.MAX_VALUE);
      if (next == null) {
        return false;
      }
      next.run();
    }
    return true;
  }

  /** Runs like {@link #run()}, but stops before the first timer due after {@code duration}. */
  public void runFor(Duration duration) {
    long until = nanos() + duration.toNanos();
    for (var next = pick(until); next != null; next = pick(until)) {
      next.run();
    }
    clock.move(until);
  }

  private @Nullable Runnable pick(long until) {
    lock.lock();
    try {
      if (ready.isEmpty()) {
        var first = clock.take(until);
        if (first == null) {
          return null;
        }
        ready.add(first);
        // Timers due at the same time become ready together, in any order.
        long now = nanos();
        for (var also = clock.take(now); also != null; also = clock.take(now)) {
          ready.add(also);
        }
      }
      return ready.remove(random.nextInt(ready.size()));
    } finally {
      lock.unlock();
    }
  }
}
