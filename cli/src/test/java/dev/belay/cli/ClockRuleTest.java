package dev.belay.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock rule detects every evasion, and accepts everything else. */
@SuppressWarnings("WaitNotInLoop") // None of this is run.
class ClockRuleTest {
  private static final JavaClasses CASES =
      new ClassFileImporter().importClasses(ClockRuleTest.class.getDeclaredClasses());

  private static boolean allows(Class<?> type) {
    var imported = CASES.that(equivalentTo(type));
    assertThat(imported).hasSize(1);
    return !ClockRule.nobodyReadsTheClock("dev.belay.core.time").evaluate(imported).hasViolation();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Nano.class, Millis.class, Now.class, NowOf.class, OfClock.class, Sleeps.class,
        Schedules.class, Gets.class, Delays.class, Polls.class, Awaits.class, Nanos.class,
        Parks.class, Latches.class, Waits.class, Joins.class, JoinsFor.class, Children.class,
        Locks.class, Acquires.class, Refers.class, Pools.class
      })
  void aWayRoundTheDoorIsSeen(Class<?> type) {
    assertThat(allows(type)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(classes = {Patient.class})
  void whatWaitsWithoutAClockIsAllowed(Class<?> type) {
    assertThat(allows(type)).isTrue();
  }

  record Nano() {
    long use() {
      return System.nanoTime();
    }
  }

  record Millis() {
    long use() {
      return System.currentTimeMillis();
    }
  }

  record Now() {
    Instant use() {
      return Instant.now();
    }
  }

  record NowOf() {
    Instant use(Clock clock) {
      return Instant.now(clock);
    }
  }

  record OfClock() {
    long use() {
      return Clock.systemUTC().millis();
    }
  }

  record Sleeps() {
    void use() throws InterruptedException {
      Thread.sleep(Duration.ofSeconds(1));
    }
  }

  record Schedules() {
    void use() {
      Executors.newScheduledThreadPool(1).shutdown();
    }
  }

  record Pools() {
    void use() {
      new ScheduledThreadPoolExecutor(1).shutdown();
    }
  }

  record Gets(Future<String> future) {
    String use() throws ExecutionException, InterruptedException, TimeoutException {
      return future.get(1, TimeUnit.SECONDS);
    }
  }

  record Delays(CompletableFuture<String> future) {
    CompletableFuture<String> use() {
      return future.orTimeout(1, TimeUnit.SECONDS);
    }
  }

  record Polls(BlockingQueue<String> queue) {
    Object use() throws InterruptedException {
      return queue.poll(1, TimeUnit.SECONDS);
    }
  }

  record Awaits(Condition condition) {
    boolean use() throws InterruptedException {
      return condition.await(1, TimeUnit.SECONDS);
    }
  }

  record Nanos(Condition condition) {
    long use() throws InterruptedException {
      return condition.awaitNanos(1);
    }
  }

  record Parks() {
    void use() {
      LockSupport.parkNanos(1);
    }
  }

  record Latches(CountDownLatch latch) {
    boolean use() throws InterruptedException {
      return latch.await(1, TimeUnit.SECONDS);
    }
  }

  record Waits(Object lock) {
    synchronized void use() throws InterruptedException {
      wait(1);
    }
  }

  record Joins(Thread thread) {
    void use() throws InterruptedException {
      thread.join(1);
    }
  }

  record JoinsFor(Thread thread) {
    boolean use() throws InterruptedException {
      return thread.join(Duration.ofSeconds(1));
    }
  }

  record Children(Process process) {
    boolean use() throws InterruptedException {
      return process.waitFor(Duration.ofSeconds(1));
    }
  }

  record Locks(Lock lock) {
    boolean use() throws InterruptedException {
      return lock.tryLock(1, TimeUnit.SECONDS);
    }
  }

  record Acquires(Semaphore semaphore) {
    boolean use() throws InterruptedException {
      return semaphore.tryAcquire(1, TimeUnit.SECONDS);
    }
  }

  record Refers() {
    LongSupplier use() {
      return System::nanoTime;
    }
  }

  record Patient(Lock lock, Condition condition, BlockingQueue<Long> queue, Future<Long> future) {
    boolean use(Thread thread, Process process, List<Long> list)
        throws ExecutionException, InterruptedException {
      thread.join();
      condition.await();
      LockSupport.park(this);
      return lock.tryLock() && queue.offer(1L) && list.get(0) == future.get() + process.waitFor();
    }
  }
}
