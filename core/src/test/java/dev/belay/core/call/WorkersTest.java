package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C37: what computes shares no thread with what keeps the promises")
class WorkersTest {
  /** Work that computes, in simulated time. */
  record Computing(Work work) implements Work {
    @Override
    public Payload run(CallContext call) throws Exception {
      return work.run(call);
    }

    @Override
    public boolean computes() {
      return true;
    }
  }

  /** A gate that computes for this many seconds. */
  private record Check(Rig rig, double seconds) implements Gate {
    @Override
    public String name() {
      return "arguments";
    }

    @Override
    public boolean computes() {
      return true;
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      rig.simulation.sleep(Rig.seconds(seconds));
      return Pass.FREE;
    }
  }

  private static Rig rig(int size, int most) {
    return new Rig(1, size, most);
  }

  @Test
  @DisplayName("a call that waits for a worker waits at a gate: listed, and cancelled at once")
  void waitingIsListedAndCancelled() {
    var rig = rig(1, 1);
    var first = rig.start(Rig.request(), new Computing(rig.pausing(10)));
    var second = rig.start(Rig.request(), new Computing(rig.pausing(10)));
    rig.at(
        1,
        () -> {
          assertThat(first.call().state()).isEqualTo(CallState.Running.RUNNING);
          assertThat(second.call().state()).isEqualTo(new CallState.Waiting("worker"));
          assertThat(rig.governor.workers().figures().waiting()).isEqualTo(1);
          second.call().cancel(Cause.USER, "");
        });
    rig.simulation.run();

    assertThat(first.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(second.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
    assertThat(second.call().stopStep()).contains(StopStep.NOT_STARTED);
    assertThat(rig.governor.workers().figures()).isEqualTo(new WorkerFigures(1, 0, 0, 0, 1));
  }

  @Test
  @DisplayName("a call waits for a worker no longer than 20 s, and is told why")
  void waitingHasALimit() {
    var rig = rig(1, 1);
    var _ = rig.start(Limits.NONE, new Computing(rig.pausing(100)));
    var second = rig.start(Rig.request(), new Computing(rig.pausing(1)));
    rig.simulation.run();

    assertThat(second.outcome())
        .isEqualTo(
            new Outcome.Refused(
                "worker",
                "Waited longer than 20s for a worker: 1 other calls compute, or 1 wait. Call again"
                    + " later, or raise mcp.workers."));
  }

  @Test
  @DisplayName("a call that a person has approved is not refused for want of a worker")
  void whoHasBeenApprovedWaitsOn() {
    var rig = rig(1, 1);
    var _ = rig.start(Limits.NONE, new Computing(rig.pausing(100)));
    var gate = new AskingGate(Duration.ZERO);
    var approved = Rig.request().withGates(gate);
    var patient =
        rig.start(approved.withLimits(Limits.ofSeconds(200, 0)), new Computing(rig.pausing(1)));
    var hasty =
        rig.start(approved.withLimits(Limits.ofSeconds(30, 0)), new Computing(rig.pausing(1)));
    rig.at(5, gate::approve);
    rig.simulation.run();

    assertThat(patient.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(waited(rig, hasty)).isEqualTo(Duration.ofSeconds(35));
    assertThat(hasty.outcome())
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> assertThat(refused.reason()).startsWith("Waited longer than 30s for a"));
  }

  @Test
  @DisplayName("a check on a worker is no wait: the call is refused after 20 s as any other")
  void aCheckIsNoWait() {
    var rig = rig(1, 1);
    var checked =
        rig.start(
            Rig.request().withGates(new Check(rig, 1), new Check(rig, 1)),
            new Computing(rig.pausing(100)));
    var late = rig.start(Rig.request().withGates(new Check(rig, 1)), new Computing(rig.pausing(1)));
    rig.simulation.run();

    assertThat(checked.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(late.outcome()).isInstanceOf(Outcome.Refused.class);
    assertThat(waited(rig, late)).isEqualTo(Duration.ofSeconds(20));
  }

  private static Duration waited(Rig rig, Rig.Started started) {
    return rig.eventsOf(started.call()).stream()
        .filter(CallEvent.Settled.class::isInstance)
        .map(event -> ((CallEvent.Settled) event).waited())
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("those that only wait are no burden: others get workers of their own, to a bound")
  void growsForThoseThatWait() {
    var rig = rig(2, 5);
    var calls = new ArrayList<Rig.Started>();
    for (int i = 0; i < 6; i++) {
      calls.add(rig.start(Rig.request(), new Computing(rig.pausing(10))));
    }
    rig.at(
        5,
        () ->
            assertThat(calls)
                .filteredOn(one -> one.call().state() == CallState.Running.RUNNING)
                .hasSize(5));
    rig.simulation.run();

    assertThat(calls).allMatch(one -> one.outcome() instanceof Outcome.Completed);
  }

  @Test
  @DisplayName("work that ignores its stop is abandoned, and its worker replaced, up to a bound")
  void theAbandonedAreReplaced() {
    var rig = rig(1, 8);
    var deaf = new ArrayList<Rig.Started>();
    for (int i = 0; i < 2; i++) {
      deaf.add(rig.start(Limits.ofSeconds(1, 0), new Computing(rig.deafFor(100))));
    }
    rig.simulation.runFor(Duration.ofSeconds(10));
    assertThat(deaf).allMatch(one -> one.outcome() instanceof Outcome.TimedOut);
    assertThat(rig.governor.directory().abandoned()).hasSize(2);
    assertThat(rig.governor.workers().figures()).isEqualTo(new WorkerFigures(1, 0, 0, 2, 1));
    assertThat(rig.governor.workers().figures().isAtBound()).isTrue();

    var late = rig.start(Rig.request(), new Computing(rig.pausing(1)));
    rig.simulation.runFor(Duration.ofSeconds(1));
    assertThat(late.outcome())
        .isEqualTo(
            new Outcome.Refused(
                "worker",
                "No worker is left for this caller: 2 of its stopped calls are still running. Wait"
                    + " until they end, or restart Belay to free their workers."));

    rig.simulation.run();
    assertThat(rig.governor.workers().figures()).isEqualTo(new WorkerFigures(1, 0, 0, 0, 1));
    var after = rig.run(Rig.request(), new Computing(rig.pausing(1)));
    assertThat(after.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("C38: one principal's abandoned calls cost it workers, and no other principal any")
  void theAbandonedCountAgainstTheirPrincipal() {
    var rig = rig(2, 16);
    var greedy = Rig.request().withCaller(Caller.of("greedy", null));
    for (int i = 0; i < 4; i++) {
      var _ = rig.start(greedy.withLimits(Limits.ofSeconds(1, 0)), new Computing(rig.deafFor(100)));
    }
    rig.simulation.runFor(Duration.ofSeconds(20));
    assertThat(rig.governor.workers().figures().abandoned()).isEqualTo(4);

    var refused = rig.start(greedy, new Computing(rig.pausing(1)));
    var others = new ArrayList<Rig.Started>();
    for (int i = 0; i < 3; i++) {
      others.add(
          rig.start(
              Rig.request().withCaller(Caller.of("other", null)), new Computing(rig.pausing(1))));
    }
    rig.simulation.runFor(Duration.ofSeconds(10));
    assertThat(refused.outcome())
        .isEqualTo(
            new Outcome.Refused(
                "worker",
                "No worker is left for this caller: 4 of its stopped calls are still running. Wait"
                    + " until they end, or restart Belay to free their workers."));
    assertThat(others).allMatch(one -> one.outcome() instanceof Outcome.Completed);

    rig.simulation.run();
    var after = rig.run(greedy, new Computing(rig.pausing(1)));
    assertThat(after.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName(
      "calls that wait are refused at once when the last worker of their caller is abandoned")
  void thoseThatWaitAreRefusedToo() {
    var rig = rig(1, 2);
    var deaf = Rig.request().withLimits(Limits.ofSeconds(1, 0));
    var calls = new ArrayList<Rig.Started>();
    for (int i = 0; i < 5; i++) {
      calls.add(rig.start(deaf, new Computing(rig.deafFor(100))));
    }
    rig.simulation.runFor(Duration.ofSeconds(15));
    assertThat(calls.stream().filter(one -> one.outcome() instanceof Outcome.Refused)).hasSize(3);
    rig.simulation.run();
  }

  @Test
  @DisplayName("C38: calls of one principal that only wait leave workers for every other")
  void thoseThatWaitLeaveSome() {
    var rig = rig(2, 4);
    var started = new ArrayList<Rig.Started>();
    for (int i = 0; i < 20; i++) {
      started.add(
          rig.start(
              Rig.request().withCaller(Caller.of("greedy", null)),
              new Computing(rig.pausing(100))));
    }
    var others = new ArrayList<Rig.Started>();
    rig.at(
        1,
        () -> {
          for (int i = 0; i < 2; i++) {
            others.add(
                rig.start(
                    Rig.request().withCaller(Caller.of("other " + i, null)),
                    new Computing(rig.pausing(1))));
          }
        });
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(others).allMatch(one -> one.outcome() instanceof Outcome.Completed);
    assertThat(started)
        .filteredOn(one -> one.call().state() == CallState.Running.RUNNING)
        .hasSize(4);
    rig.simulation.run();
  }

  @Test
  @DisplayName("the time before a task says nothing of whether the task waits")
  void idleTimeIsNotJudged() {
    var computed = new AtomicLong();
    var watch = new WorkerWatch(_ -> computed.get());
    var self = Thread.currentThread();
    watch.look(self, 0);
    watch.taskEnded();
    computed.addAndGet(Duration.ofMillis(50).toNanos());
    watch.look(self, Duration.ofSeconds(10).toNanos());
    assertThat(watch.waits(self)).isFalse();
    watch.look(self, Duration.ofSeconds(11).toNanos());
    assertThat(watch.waits(self)).isTrue();
  }

  @Test
  @DisplayName("a gate that computes is passed within the limits of its call, which begin anew")
  void checksAreLimited() {
    var rig = rig(1, 1);
    var slow =
        rig.start(
            Rig.request().withLimits(Limits.ofSeconds(3, 0)).withGates(new Check(rig, 5)),
            new Computing(rig.pausing(1)));
    var quick =
        rig.start(
            Rig.request().withLimits(Limits.ofSeconds(3, 0)).withGates(new Check(rig, 2)),
            new Computing(rig.pausing(2)));
    rig.simulation.run();

    assertThat(slow.ranFor()).isEqualTo(Duration.ofSeconds(3));
    assertThat(slow.call().stopStep()).contains(StopStep.NOT_STARTED);
    assertThat(rig.eventsOf(slow.call())).noneMatch(CallEvent.Running.class::isInstance);
    assertThat(quick.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("a call waits at its other gates without a worker, and knows itself on each thread")
  void waitsElsewhere() {
    var rig = rig(1, 1);
    var gate = new AskingGate(Duration.ZERO);
    var where = new ArrayList<String>();
    var held =
        rig.start(
            Rig.request().withGates(new Check(rig, 1), gate),
            new Computing(_ -> {
              where.add("held");
              Heartbeat.beat();
              return Payload.EMPTY;
            }));
    var other =
        rig.start(
            Rig.request(),
            new Computing(_ -> {
              where.add("other");
              return Payload.EMPTY;
            }));
    rig.at(5, gate::approve);
    rig.simulation.run();

    assertThat(where).containsExactly("other", "held");
    assertThat(List.of(held, other)).allMatch(one -> one.outcome() instanceof Outcome.Completed);
  }

  @Test
  @DisplayName("An error behind the end of a call costs no worker")
  void errorsCostNoWorker() {
    var rig = rig(1, 1);
    var first = rig.start(Rig.request(), new Computing(rig.pausing(1)));
    var _ =
        first
            .call()
            .attach(_ -> {
              throw new OutOfMemoryError("of a test");
            });
    rig.simulation.run();
    var second = rig.run(Rig.request(), new Computing(rig.pausing(1)));

    assertThat(second.outcome()).isInstanceOf(Outcome.Completed.class);
  }
}
