package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("C37: workers on threads of the platform, which really spin, wait and sleep")
@Tag("process")
class WorkerThreadsTest {
  private static final int SPINNERS = WorkerOptions.usual();

  /** Work that ignores interrupts until its test releases it. */
  private static final class Spinning implements Work {
    final AtomicBoolean stop = new AtomicBoolean();
    final CountDownLatch begun = new CountDownLatch(SPINNERS);

    @Override
    public Payload run(CallContext call) {
      begun.countDown();
      while (!stop.get()) {
        Thread.onSpinWait();
      }
      return Payload.EMPTY;
    }

    @Override
    public boolean computes() {
      return true;
    }
  }

  @Test
  @DisplayName(
      "SEC-C1, SEC-C2: while as many calls spin as there are workers, and each heeds no"
          + " interrupt, limits fire, others run and are cancelled")
  void spinnersHarmNobody() throws InterruptedException {
    var spinning = new Spinning();
    var ended = new ArrayList<Call>();
    try (var governor = new Governor(GovernorOptions.system().withGrace(Duration.ofMillis(50)))) {
      for (int i = 0; i < SPINNERS; i++) {
        ended.add(governor.start(Rig.request().withLimits(Limits.ofSeconds(1, 0)), spinning));
      }
      spinning.begun.await();
      var limited = governor.start(Rig.request().withLimits(Limits.ofSeconds(1, 0)), sleeping());
      var cancelled = governor.start(Rig.request(), sleeping());
      cancelled.cancel(Cause.USER, "");

      assertThat(cancelled.join()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
      assertThat(limited.join()).isInstanceOf(Outcome.TimedOut.class);
      for (var call : ended) {
        assertThat(call.join()).isInstanceOf(Outcome.TimedOut.class);
      }
      // Others have replaced the abandoned workers.
      assertThat(
              governor.start(Rig.request(), new WorkersTest.Computing(_ -> Payload.EMPTY)).join())
          .isInstanceOf(Outcome.Completed.class);
      // A worker is replaced before its call is listed; its stop is over after that.
      assertThat(ended.getFirst().awaitStop(Duration.ofMinutes(1))).isTrue();
      assertThat(governor.directory().abandoned()).contains(ended.getFirst());
      assertThat(ended.getFirst().stack().getFirst().toString())
          .containsAnyOf("WorkerThreadsTest", "onSpinWait", "AtomicBoolean");
      assertThat(spinning.stop.get()).isFalse();
    } finally {
      spinning.stop.set(true);
    }
  }

  @Test
  @DisplayName("C38: a principal without a worker gets one, however many others compute and wait")
  void noPrincipalWaitsForAnother() throws InterruptedException {
    var spinning = new Spinning();
    var greedy = Rig.request().withCaller(Caller.of("greedy", null));
    var calls = new ArrayList<Call>();
    try (var governor = new Governor(GovernorOptions.system().withGrace(Duration.ofMillis(50)))) {
      for (int i = 0; i < SPINNERS + 4; i++) {
        calls.add(governor.start(greedy, spinning));
      }
      spinning.begun.await();
      var other = Rig.request().withCaller(Caller.of("other", null));
      assertThat(governor.start(other, new WorkersTest.Computing(_ -> Payload.EMPTY)).join())
          .isInstanceOf(Outcome.Completed.class);
      assertThat(governor.workers().figures().busy()).isGreaterThanOrEqualTo(SPINNERS);
      assertThat(spinning.stop.get()).isFalse();
      spinning.stop.set(true);
      for (var call : calls) {
        assertThat(call.join()).isInstanceOf(Outcome.Completed.class);
      }
    } finally {
      spinning.stop.set(true);
    }
  }

  @Test
  @DisplayName("A task handed to a worker that is about to sleep wakes it, whoever has the lock")
  void noTaskIsSleptThrough() throws InterruptedException {
    var over = new AtomicBoolean();
    var workers = new Workers(Time.system(), WorkerOptions.platform(2));
    var looking = new ArrayList<Thread>();
    try {
      for (int i = 0; i < 3; i++) {
        looking.add(
            Thread.ofPlatform()
                .start(() -> {
                  while (!over.get()) {
                    var _ = workers.figures();
                  }
                }));
      }
      for (int i = 0; i < 20_000; i++) {
        var done = new CountDownLatch(1);
        var worker = workers.poll("one");
        if (worker != null) {
          worker.run(done::countDown);
          done.await();
        }
      }
    } finally {
      over.set(true);
      for (var thread : looking) {
        thread.join();
      }
      workers.close();
    }
  }

  /** One worker that appears to run all the time, and a call that waits for another. */
  private static final class Watched implements AutoCloseable {
    final HandTime time = new HandTime();
    final AtomicLong computed = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    final Workers workers =
        new Workers(
            time,
            new WorkerOptions(
                Thread.ofPlatform().daemon().factory(), 1, 2, false, _ -> computed.get()));
    private final Thread waits;

    Watched() throws InterruptedException {
      var spins = new CountDownLatch(1);
      Objects.requireNonNull(workers.poll("one"))
          .run(() -> {
            spins.countDown();
            while (!over.get()) {
              Thread.onSpinWait();
            }
          });
      spins.await();
      waits =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  workers.take("one").run(() -> {});
                } catch (InterruptedException | RefusedException _) {
                  // The test is over.
                }
              });
      while (workers.figures().waiting() == 0) {
        Time.system().sleep(Duration.ofMillis(1));
      }
    }

    /**
     * Advances by slightly more than half a second, of which the worker computes {@code busy}, at
     * the end.
     */
    void halfASecond(Duration busy) {
      time.advance(Duration.ofMillis(450));
      computed.addAndGet(busy.toNanos());
      time.advance(Duration.ofMillis(50));
    }

    int waiting() {
      return workers.figures().waiting();
    }

    @Override
    public void close() {
      over.set(true);
      waits.interrupt();
      workers.close();
    }
  }

  @Test
  @DisplayName("one that uses no processor only waits, and another call gets a worker beside it")
  void blockingInASystemCallIsWaiting() throws InterruptedException {
    try (var watched = new Watched()) {
      watched.time.advance(Duration.ofMillis(50));
      watched.halfASecond(Duration.ofMillis(9));
      assertThat(watched.waiting()).as("9 of 500 ms are less than a fiftieth").isZero();
    }
  }

  @Test
  @DisplayName("one that the system leaves without a processor for a while has computed all along")
  void beingLeftWithoutAProcessorIsNoWaiting() throws InterruptedException {
    try (var watched = new Watched()) {
      watched.time.advance(Duration.ofMillis(50));
      for (int i = 0; i < 10; i++) {
        watched.halfASecond(Duration.ofMillis(10));
        assertThat(watched.waiting()).isEqualTo(1);
      }
    }
  }

  private static Work sleeping() {
    return _ -> {
      Time.system().sleep(Duration.ofHours(1));
      return Payload.EMPTY;
    };
  }
}
