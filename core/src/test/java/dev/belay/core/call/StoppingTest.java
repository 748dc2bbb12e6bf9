package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * C31, P5: the caller is answered first, then the work is stopped step by step, and the last step
 * is reported.
 */
class StoppingTest {
  private final Rig rig = new Rig(1);

  private void cancelAt(double moment, Rig.Started started) {
    rig.at(moment, () -> started.call().cancel(Cause.USER, ""));
  }

  @Test
  void workThatHearsTheInterruptEndsWithIt() {
    var started = rig.start(Rig.request(), rig.pausing(100));
    cancelAt(1, started);
    rig.simulation.runFor(Duration.ofSeconds(1));
    assertThat(started.call().stopStep()).contains(StopStep.INTERRUPTED);
    assertThat(rig.eventsOf(started.call()))
        .endsWith(
            new CallEvent.Settled("cancelled", "user", "", Duration.ZERO, Duration.ofSeconds(1)),
            new CallEvent.Stopped("interrupted"));
  }

  @Test
  @DisplayName("C31: the step is in the journal before those who wait for it continue")
  void theStepIsInTheJournalFirst() {
    var started = rig.start(Rig.request(), rig.pausing(100));
    var events = new ArrayList<CallEvent>();
    started.call().onStopped(_ -> events.addAll(rig.eventsOf(started.call())));
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(events).endsWith(new CallEvent.Stopped("interrupted"));
  }

  @Test
  @DisplayName("P1, C31: deaf work holds nobody up; it is counted until it ends")
  void deafWorkIsAbandonedAndCounted() {
    var started = rig.start(Rig.request(), rig.deafFor(100));
    cancelAt(1, started);
    rig.simulation.runFor(Duration.ofSeconds(1));
    assertThat(started.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
    assertThat(rig.governor.directory().abandoned()).isEmpty();
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(rig.governor.directory().abandoned()).containsExactly(started.call());
    assertThat(started.call().stopStep()).contains(StopStep.ABANDONED);
    rig.simulation.run();
    assertThat(rig.governor.directory().abandoned()).isEmpty();
  }

  @Test
  @DisplayName("C31: how long deaf work may take to end is its own request's to say")
  void eachRequestHasItsOwnGrace() {
    var soon = rig.start(Rig.request().withGrace(Duration.ofMillis(500)), rig.deafFor(100));
    var late = rig.start(Rig.request().withGrace(Duration.ofSeconds(5)), rig.deafFor(100));
    cancelAt(1, soon);
    cancelAt(1, late);
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(rig.governor.directory().abandoned()).containsExactly(soon.call());
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(rig.governor.directory().abandoned())
        .containsExactlyInAnyOrder(soon.call(), late.call());
  }

  @Test
  @DisplayName("P7: a late result is dropped and told of once")
  void aLateResultIsDroppedOnce() {
    var started = rig.start(Rig.request(), rig.deafFor(10));
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(started.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
    assertThat(rig.eventsOf(started.call()))
        .filteredOn(new CallEvent.LateResult()::equals)
        .hasSize(1);
  }

  @Test
  @DisplayName("C31, C33: work elsewhere is stopped as it asked, and its step is what is told")
  void theStepOfTheStoppingIsTold() {
    for (var step : new StopStep[] {StopStep.TOLD, StopStep.ANSWERED, StopStep.KILLED}) {
      var why = new ArrayList<Stop>();
      var started =
          rig.run(
              Limits.ofSeconds(5, 0),
              call -> {
                call.stopWith(stop -> {
                  why.add(stop);
                  return step;
                });
                return rig.pausing(100).run(call);
              });
      assertThat(started.call().stopStep()).contains(step);
      assertThat(why).containsExactly(new Stop.LimitReached("total timeout"));
    }
  }

  @Test
  @DisplayName("C31: what is registered only after the stop is stopped all the same, once")
  void aLateStoppingIsStillStopped() {
    var stops = new ArrayList<Stop>();
    var started =
        rig.start(
            Rig.request(),
            call -> {
              rig.sleepDeaf(Duration.ofSeconds(2));
              call.stopWith(stop -> {
                stops.add(stop);
                return StopStep.KILLED;
              });
              return rig.deafFor(100).run(call);
            });
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(stops).containsExactly(new Stop.Cancelled(Cause.USER, ""));
  }

  @Test
  @DisplayName("A stopping that fails keeps nothing else from being let go")
  void aFailingStoppingStillLetsGo() {
    var gate = new AskingGate(Duration.ZERO);
    gate.approve();
    var started =
        rig.start(
            Rig.request().withGates(gate),
            call -> {
              call.stopWith(_ -> {
                throw new IllegalStateException("no such process");
              });
              return rig.pausing(100).run(call);
            });
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(gate.passes).isZero();
    assertThat(started.call().stopStep()).contains(StopStep.INTERRUPTED);
  }

  /** A gate that lets each call pass. */
  private record Passing(Supplier<Gate.Pass> pass) implements Gate {
    @Override
    public String name() {
      return "passing";
    }

    @Override
    public Pass enter(CallInfo call) {
      return pass.get();
    }
  }

  @Test
  @DisplayName("A gate that was left too late gives its pass back at once")
  void aPassThatComesTooLateIsGivenBack() {
    var open = new ArrayList<String>();
    Gate.Pass pass = open::clear;
    var deaf =
        new Passing(() -> {
          rig.sleepDeaf(Duration.ofSeconds(50));
          open.add("pass");
          return pass;
        });
    var started = rig.start(Rig.request().withGates(deaf), rig.pausing(1));
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(open).isEmpty();
    assertThat(started.call().stopStep()).contains(StopStep.ABANDONED);
  }

  @Test
  @DisplayName("Passes that fail to close keep no other pass")
  void aFailingPassKeepsNoOther() {
    var gate = new AskingGate(Duration.ZERO);
    gate.approve();
    Gate.Pass broken =
        () -> {
          throw new IllegalStateException("bug");
        };
    var failing = new Passing(() -> broken);
    var started = rig.run(Rig.request().withGates(failing, gate), rig.pausing(1));
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(gate.passes).isZero();
    assertThat(rig.governor.directory().abandoned()).isEmpty();
  }

  @Test
  @DisplayName(
      "A gate whose own words fail refuses its call, and no limit of another goes unjudged")
  void aGateThatThrowsOnExpiryHurtsNobodyElse() {
    Gate broken =
        new Gate() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public Duration limit() {
            return Duration.ofSeconds(5);
          }

          @Override
          public String expired() {
            throw new IllegalStateException("bug");
          }

          @Override
          public Pass enter(CallInfo call) throws InterruptedException {
            rig.simulation.sleep(Duration.ofSeconds(100));
            return Pass.FREE;
          }
        };
    var waiting = rig.start(Rig.request().withGates(broken), rig.pausing(1));
    var silent = rig.start(Limits.ofSeconds(20, 10), rig.pausing(1_000));
    rig.simulation.run();
    assertThat(silent.ranFor()).isEqualTo(Duration.ofSeconds(10));
    assertThat(waiting.outcome()).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  @DisplayName("P5: what a cancelled call does last is shielded from the interrupt")
  void cleanupIsShieldedFromTheInterrupt() {
    var done = new ArrayList<String>();
    var started =
        rig.start(
            Rig.request(),
            call -> {
              try {
                return rig.pausing(100).run(call);
              } finally {
                boolean inTime =
                    call.cleanup(
                        Duration.ofSeconds(2),
                        () -> {
                          rig.sleepDeaf(Duration.ofSeconds(1));
                          done.add(Thread.currentThread().isInterrupted() ? "torn" : "clean");
                        });
                done.add(inTime ? "in time" : "too late");
              }
            });
    cancelAt(1, started);
    rig.simulation.run();
    assertThat(done).containsExactly("clean", "in time");
    assertThat(started.call().stopStep()).contains(StopStep.INTERRUPTED);
  }

  @Test
  @DisplayName("P5: cleanup is bounded, and an interrupt of the caller is kept for afterwards")
  void cleanupIsBounded() {
    var seen = new ArrayList<Boolean>();
    rig.start(
        Rig.request(),
        call -> {
          Thread.currentThread().interrupt();
          long before = rig.simulation.nanos();
          seen.add(call.cleanup(Duration.ofSeconds(2), () -> rig.sleepDeaf(Duration.ofDays(1))));
          seen.add(Thread.interrupted());
          seen.add(rig.simulation.nanos() - before == Duration.ofSeconds(2).toNanos());
          return Payload.EMPTY;
        });
    rig.simulation.run();
    assertThat(seen).containsExactly(false, true, true);
  }

  @Test
  @DisplayName("P6: a call of a parent that was cancelled before never runs")
  void aCallWithinAStoppedParentNeverRuns() {
    var parent = Cancellation.root();
    parent.cancel(new Stop.Cancelled(Cause.USER, "console"));
    var ran = new ArrayList<String>();
    var started =
        rig.run(
            Rig.request().within(parent),
            _ -> {
              ran.add("ran");
              return Payload.EMPTY;
            });
    assertThat(ran).isEmpty();
    assertThat(started.outcome())
        .isEqualTo(new Outcome.Cancelled(Cause.PARENT, "Cancelled (user: console)"));
    assertThat(started.call().stopStep()).contains(StopStep.NOT_STARTED);
  }

  @Test
  @DisplayName("P5: a parent's stop reaches a call within a call within it, and says who began")
  void aStopReachesAllDescendants() {
    var parent = Cancellation.root();
    var inner = new ArrayList<Rig.Started>();
    var outer =
        rig.start(
            Rig.request().within(parent),
            call -> {
              inner.add(rig.start(Rig.request().within(call.cancellation()), rig.pausing(100)));
              return rig.pausing(100).run(call);
            });
    rig.at(5, () -> parent.cancel(new Stop.Cancelled(Cause.USER, "console")));
    rig.simulation.runFor(Duration.ofSeconds(5));
    var expected = new Outcome.Cancelled(Cause.PARENT, "Cancelled (user: console)");
    assertThat(outer.outcome()).isEqualTo(expected);
    assertThat(inner.getFirst().outcome()).isEqualTo(expected);
  }

  @Test
  @DisplayName("P5: a call that outlives the call it belonged to still ends with the turn")
  void aStopReachesThroughACallThatHasEnded() {
    var turn = Cancellation.root();
    var inner = new ArrayList<Rig.Started>();
    rig.start(
        Rig.request().within(turn),
        call -> {
          inner.add(rig.start(Rig.request().within(call.cancellation()), rig.pausing(100)));
          return Payload.EMPTY;
        });
    rig.at(5, () -> turn.cancel(new Stop.Cancelled(Cause.USER, "")));
    rig.simulation.runFor(Duration.ofSeconds(6));
    assertThat(inner.getFirst().outcome()).isInstanceOf(Outcome.Cancelled.class);
  }

  @Test
  @DisplayName("A governor that ends cancels what runs and lets nothing new run")
  void closingCancelsAllAndLetsNothingRun() {
    var running = rig.start(Rig.request(), rig.pausing(100));
    rig.at(1, rig.governor::close);
    rig.simulation.runFor(Duration.ofSeconds(1));
    var late = rig.run(Rig.request(), rig.pausing(100));
    var expected = new Outcome.Cancelled(Cause.SHUTDOWN, "");
    assertThat(running.outcome()).isEqualTo(expected);
    assertThat(late.outcome()).isEqualTo(expected);
    assertThat(late.call().stopStep()).contains(StopStep.NOT_STARTED);
    assertThat(rig.simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("C27: what the tool throws is its failure, in its own words; errors too")
  void aThrowingToolFails() {
    var thrown =
        rig.start(
            Rig.request(),
            _ -> {
              throw new FailedException(Failure.Kind.UPSTREAM_CRASHED, "exit code 3");
            });
    var broken =
        rig.start(
            Rig.request(),
            _ -> {
              throw new StackOverflowError();
            });
    rig.simulation.run();
    assertThat(thrown.outcome())
        .isEqualTo(new Outcome.Failed(new Failure(Failure.Kind.UPSTREAM_CRASHED, "exit code 3")));
    assertThat(broken.outcome())
        .isEqualTo(
            new Outcome.Failed(new Failure(Failure.Kind.TOOL, "java.lang.StackOverflowError")));
  }
}
