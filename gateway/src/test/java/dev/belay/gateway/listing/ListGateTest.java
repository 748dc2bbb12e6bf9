package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-10, C26: bounded concurrent lists, a bounded queue, and refusals")
final class ListGateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Simulation time = new Simulation(1);
  private final ListGate gate = new ListGate(2, 2, PATIENCE, time);

  private CompletableFuture<ListGate.Pass> enter() {
    return gate.enter().toCompletableFuture();
  }

  @Test
  void waitersAreAdmittedInOrder() {
    var first = enter().join();
    enter().join();
    var third = enter();
    var fourth = enter();
    assertThat(gate.figures()).isEqualTo(new ListFigures.Gate(2, 2, 2, 2, 2, 2, 0));
    first.close();
    first.close();
    assertThat(third).isDone();
    assertThat(fourth).isNotDone();
    third.join().close();
    assertThat(fourth).isDone();
    assertThat(time.armedTimers()).isZero();
    assertThat(gate.figures()).isEqualTo(new ListFigures.Gate(2, 2, 2, 0, 2, 4, 0));
  }

  @Test
  void aRequestAtAFullQueueIsRefusedAtOnce() {
    for (int i = 0; i < 4; i++) {
      var _ = enter();
    }
    assertThat(enter().exceptionNow())
        .isInstanceOf(ListGate.Busy.class)
        .hasMessage("busy: 2 lists are being served and 2 requests wait; try again");
    assertThat(gate.figures().refused()).isEqualTo(1);
  }

  @Test
  void aWaitEndsAtItsLimit() {
    var inside = enter().join();
    enter().join();
    var waiting = enter();
    time.runFor(PATIENCE);
    assertThat(waiting.exceptionNow())
        .isInstanceOf(ListGate.Busy.class)
        .hasMessage("busy: no turn within 5000 ms; try again");
    inside.close();
    assertThat(gate.figures()).isEqualTo(new ListFigures.Gate(1, 2, 2, 0, 1, 2, 1));
  }

  @Test
  @DisplayName("an invalid number is clamped to between 1 and 512")
  void theBoundIsClamped() {
    assertThat(new ListGate(9999, time).figures().maxInFlight()).isEqualTo(512);
    assertThat(new ListGate(-5, time).figures().maxInFlight()).isEqualTo(1);
  }

  @Test
  void aLongQueueOfShortRequestsNeedsNoDeepStack() {
    var deep = new ListGate(1, 1_000_000, PATIENCE, time);
    var inside = deep.enter().toCompletableFuture().join();
    for (int i = 0; i < 100_000; i++) {
      var _ = deep.enter().thenAccept(ListGate.Pass::close);
    }
    inside.close();
    assertThat(deep.figures().admitted()).isEqualTo(100_001);
    assertThat(deep.figures().inFlight()).isZero();
  }

  @Test
  void aFailedListReturnsItsPlace() {
    for (int i = 0; i < 3; i++) {
      assertThat(gate.within(ListGateTest::broken).toCompletableFuture())
          .isCompletedExceptionally();
      assertThat(gate.within(() -> CompletableFuture.failedStage(new ListFailed("no"))))
          .isCompletedExceptionally();
    }
    assertThat(gate.figures().inFlight()).isZero();
    assertThat(gate.figures().admitted()).isEqualTo(6);
  }

  private static CompletionStage<String> broken() {
    throw new IllegalStateException("broken");
  }

  @Test
  void anyOrderOfEventsAnswersEveryRequest() {
    Seeds.forEach(300, seed -> new Rush(seed).run());
  }

  /** Many requests on threads of their own, in an order that follows from a seed. */
  private static final class Rush {
    private final Simulation time;
    private final ListGate gate;
    private final List<Thread> threads = new ArrayList<>();
    private final Random random;
    private int inside;
    private int served;
    private int refused;

    Rush(long seed) {
      time = new Simulation(seed);
      random = new Random(seed);
      gate = new ListGate(3, 4, Duration.ofMillis(20), time);
    }

    void run() {
      for (int i = 0; i < 20; i++) {
        var pause = Duration.ofMillis(random.nextInt(15));
        var work = Duration.ofMillis(random.nextInt(15));
        threads.add(time.threads().newThread(() -> request(pause, work)));
      }
      threads.forEach(Thread::start);
      time.run();
      assertThat(threads).noneMatch(Thread::isAlive);
      assertThat(served + refused).isEqualTo(20);
      var figures = gate.figures();
      assertThat(figures.inFlight()).isZero();
      assertThat(figures.waiting()).isZero();
      assertThat(figures.peakInFlight()).isLessThanOrEqualTo(3);
      assertThat(figures.admitted()).isEqualTo(served);
      assertThat(figures.refused()).isEqualTo(refused);
      assertThat(time.armedTimers()).isZero();
    }

    private void request(Duration pause, Duration work) {
      try {
        time.sleep(pause);
        var entry = gate.enter().toCompletableFuture();
        time.await(entry, Duration.ofSeconds(1));
        var pass = entry.isCompletedExceptionally() ? null : entry.getNow(null);
        finish(pass, work);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void finish(ListGate.@Nullable Pass pass, Duration work) throws InterruptedException {
      if (pass == null) {
        refused++;
        return;
      }
      assertThat(++inside).isLessThanOrEqualTo(3);
      time.sleep(work);
      inside--;
      served++;
      pass.close();
    }
  }
}
