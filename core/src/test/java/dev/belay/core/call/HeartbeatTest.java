package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.name.ShortText;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private final Rig rig = new Rig(1);

  @Test
  @DisplayName("C17: a heartbeat outside a call does nothing")
  void aBeatOutsideACallDoesNothing() {
    Heartbeat.beat();
    Heartbeat.beat("half way", 1.0, 2.0);
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  @Test
  @DisplayName("S0-25, C17: inside a call the context is there without being passed")
  void aBeatInsideACallIsItsOwn() {
    var started =
        rig.run(
            Limits.ofSeconds(60, 2),
            _ -> {
              for (int i = 0; i < 5; i++) {
                rig.simulation.sleep(Duration.ofMillis(1_900));
                Heartbeat.beat("step " + i, (double) i, 5.0);
              }
              return Payload.EMPTY;
            });
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(rig.eventsOf(started.call())).contains(new CallEvent.Beat("step 4", 4.0, 5.0));
  }

  @Test
  @DisplayName("SEC-H3: what a heartbeat says is cut at 4 KiB, for whoever reads it later")
  void whatIsSaidIsCut() {
    var started =
        rig.run(
            Limits.ofSeconds(60, 2),
            call -> {
              call.heartbeat("m".repeat(4_000_000), null, null);
              rig.simulation.sleep(Duration.ofSeconds(10));
              return Payload.EMPTY;
            });
    var cut = ShortText.message("m".repeat(4_097));
    assertThat(rig.eventsOf(started.call())).contains(new CallEvent.Beat(cut, null, null));
    assertThat(started.outcome())
        .isInstanceOfSatisfying(
            Outcome.TimedOut.class,
            end -> assertThat(end.last()).isEqualTo(new Heartbeat(Duration.ZERO, cut, null, null)));
  }

  @Test
  @DisplayName("SEC-H3: names and reasons are cut before a call keeps them")
  void namesAndReasonsAreCut() {
    var request = CallRequest.of("n".repeat(4_100_000), Payload.EMPTY).withLimits(Limits.NONE);
    var started = rig.start(request, rig.pausing(60));
    rig.at(1, () -> started.call().cancel(Cause.CLIENT, "r".repeat(4_000_000)));
    rig.simulation.run();
    assertThat(started.call().info().tool()).hasSize(ShortText.NAME + 1);
    assertThat(rig.journal.bytes()).isLessThan(20_000);
  }

  @Test
  @DisplayName("C17: a heartbeat in a cancelled call throws")
  void aBeatInACancelledCallThrows() {
    var thrown = new ArrayList<Throwable>();
    var started =
        rig.start(
            Limits.NONE,
            call -> {
              rig.sleepDeaf(Duration.ofSeconds(2));
              try {
                call.heartbeat();
              } catch (StoppedException e) {
                thrown.add(e);
                throw e;
              }
              return Payload.EMPTY;
            });
    rig.at(1, () -> started.call().cancel(Cause.USER, "console"));
    rig.simulation.run();
    assertThat(thrown)
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessage("The call has ended: cancelled"));
    assertThat(started.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, "console"));
  }

  @Test
  @DisplayName("C17: a heartbeat that comes after the end leaves no trace")
  void aBeatAfterTheEndLeavesNoTrace() {
    var started = rig.run(Limits.NONE, rig.pausing(1));
    assertThat(started.call().heartbeat("too late", 1.0, null)).isFalse();
    assertThat(started.call().lastWord()).isEmpty();
    assertThat(rig.eventsOf(started.call())).noneMatch(event -> event instanceof CallEvent.Beat);
  }

  @Test
  @DisplayName("A word said before the call runs is said after no time at all")
  void aWordBeforeTheStartHasNoElapsedTime() {
    rig.simulation.runFor(Duration.ofSeconds(50));
    var never = new AskingGate(Duration.ZERO);
    var started = rig.start(Rig.request().withGates(never), rig.pausing(1));
    rig.at(51, () -> started.call().heartbeat("queued", null, null));
    rig.at(52, never::approve);
    rig.simulation.run();
    assertThat(started.call().lastWord().orElseThrow().elapsed()).isZero();
  }

  @Test
  @DisplayName("A message without figures leaves the last figures as they are")
  void aMessageKeepsTheLastFigures() {
    var started = rig.start(Limits.NONE, rig.pausing(9));
    rig.at(1, () -> started.call().heartbeat("page 3", 3.0, 12.0));
    rig.at(2, () -> started.call().heartbeat("still on it", null, null));
    rig.simulation.runFor(Duration.ofSeconds(3));
    assertThat(started.call().lastWord())
        .contains(new Heartbeat(Duration.ofSeconds(2), "still on it", 3.0, 12.0));
    rig.at(4, () -> started.call().heartbeat("page 4", 4.0, null));
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(started.call().lastWord())
        .contains(new Heartbeat(Duration.ofSeconds(4), "page 4", 4.0, null));
    rig.simulation.run();
  }

  @Test
  @DisplayName("S0-21, C17: timer beats keep silent work alive, and the call is marked")
  void timerBeatsKeepSilentWorkAlive() {
    var started =
        rig.start(
            Limits.ofSeconds(300, 20),
            call -> call.runWithHeartbeat(() -> rig.pausing(200).run(call)));
    rig.simulation.runFor(Duration.ofSeconds(30));
    assertThat(started.call().isTimerBacked()).isTrue();
    assertThat(started.call().snapshot().isProgressBacked()).isFalse();
    rig.simulation.run();
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(rig.simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("S0-20: the timer beats every 10 s")
  void theTimerBeatsEveryTenSeconds() {
    assertThat(CallContext.HEARTBEAT_INTERVAL).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  @DisplayName("C17: timer beats are refused where nothing would end stuck work")
  void timerBeatsNeedATotalLimit() {
    var started =
        rig.run(
            Limits.ofSeconds(0, 20),
            call -> call.runWithHeartbeat(() -> rig.pausing(200).run(call)));
    assertThat(started.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.failure().message()).startsWith("runWithHeartbeat needs"));
  }

  @Test
  @DisplayName("C17: timer beats of a given interval keep stuck work until its total limit")
  void timerBeatsCannotKeepStuckWorkForEver() {
    var stuck =
        rig.run(
            Limits.ofSeconds(60, 5),
            call -> call.runWithHeartbeat(Duration.ofSeconds(1), () -> rig.pausing(1e6).run(call)));
    assertThat(stuck.ranFor()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  @DisplayName("C17: timer beats end with the total limit, also where it is taken away in flight")
  void timerBeatsEndWithTheTotalLimit() {
    var started =
        rig.start(
            Limits.ofSeconds(300, 20),
            call -> call.runWithHeartbeat(() -> rig.pausing(9_000).run(call)));
    rig.at(55, () -> started.call().replaceLimits(Limits.ofSeconds(0, 20), "console"));
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  @DisplayName("C17: an interval of nothing is refused")
  void anIntervalMustBePositive() {
    var started =
        rig.run(
            Limits.DEFAULT,
            call -> {
              assertThatThrownBy(() -> call.runWithHeartbeat(Duration.ZERO, () -> Payload.EMPTY))
                  .isInstanceOf(IllegalArgumentException.class);
              return Payload.EMPTY;
            });
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("C17: beats from another thread arrive, since the context can be passed")
  void beatsFromOtherThreadsArrive() {
    var started =
        rig.run(
            Limits.ofSeconds(60, 5),
            call -> {
              var done = new CompletableFuture<Boolean>();
              SimulationThreads.start(
                  rig.simulation,
                  () -> {
                    for (int i = 0; i < 5; i++) {
                      rig.simulation.sleep(Duration.ofSeconds(4));
                      call.heartbeat();
                    }
                    done.complete(true);
                  });
              rig.simulation.await(done, Duration.ofDays(1));
              return Payload.EMPTY;
            });
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }
}
