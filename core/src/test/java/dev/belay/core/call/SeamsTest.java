package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The extension points of jobs, hand-off and approvals, used as these use them. */
class SeamsTest {
  private final Rig rig = new Rig(1);

  @Nested
  @DisplayName("A call does not know who waits")
  class Waiters {
    private Rig.Started start(Unattended policy) {
      return rig.start(Rig.request().withUnattended(policy), rig.pausing(20));
    }

    @Test
    void oneWhoComesBackInTimeGetsTheResult() {
      var started = start(new Unattended.CancelAfter(Duration.ofSeconds(5)));
      var later = new ArrayList<Reply>();
      rig.at(2, started.waiter()::close);
      rig.at(6, () -> started.call().attach(later::add));
      rig.simulation.run();
      assertThat(later).containsExactly(new Reply.Final(started.call().outcome().orElseThrow()));
      assertThat(started.call().outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
      assertThat(started.outcomes()).as("who left is told nothing").isEmpty();
    }

    @Test
    void aCallThatIsLeftAloneIsCancelledOncePatienceEnds() {
      var started = start(new Unattended.CancelAfter(Duration.ofSeconds(5)));
      rig.at(2, started.waiter()::close);
      rig.simulation.runFor(Rig.seconds(6.9));
      assertThat(started.call().outcome()).isEmpty();
      rig.simulation.runFor(Rig.seconds(0.1));
      assertThat(started.call().outcome()).contains(new Outcome.Cancelled(Cause.CLIENT_GONE, ""));
    }

    @Test
    void patienceStartsAnewEachTimeTheLastOneLeaves() {
      var started = start(new Unattended.CancelAfter(Duration.ofSeconds(5)));
      rig.at(2, started.waiter()::close);
      rig.at(
          6,
          () -> {
            var second = started.call().attach(_ -> {});
            rig.at(9, second::close);
          });
      rig.simulation.runFor(Rig.seconds(13.9));
      assertThat(started.call().outcome()).isEmpty();
      rig.simulation.run();
      assertThat(started.call().outcome()).contains(new Outcome.Cancelled(Cause.CLIENT_GONE, ""));
    }

    @Test
    @DisplayName(
        "Patience that ends just as somebody comes back costs nobody the call they attached to"
            + " first")
    void whoComesBackBeforePatienceActsKeepsTheCall() {
      for (long seed = 0; seed < 50; seed++) {
        var world = new Rig(seed);
        var started =
            world.start(
                Rig.request().withUnattended(new Unattended.CancelAfter(Duration.ofSeconds(5))),
                world.pausing(20));
        var attachedTo = new ArrayList<CallState>();
        world.at(2, started.waiter()::close);
        world.at(
            7,
            () -> {
              var _ = started.call().attach(_ -> {});
              attachedTo.add(started.call().state());
            });
        world.simulation.run();
        boolean came = attachedTo.getFirst() == CallState.Running.RUNNING;
        assertThat(started.call().outcome().orElseThrow().word())
            .as("seed %d", seed)
            .isEqualTo(came ? "completed" : "cancelled");
      }
    }

    @Test
    void whoLeavesACallThatMustNotBeLeftCancelsIt() {
      var started = start(new Unattended.CancelNow());
      rig.at(2, started.waiter()::close);
      rig.simulation.runFor(Duration.ofSeconds(2));
      assertThat(started.call().outcome()).contains(new Outcome.Cancelled(Cause.CLIENT_GONE, ""));
    }

    @Test
    void whileOneStillWaitsTheOthersMayLeave() {
      var started = start(new Unattended.CancelNow());
      var second = started.call().attach(_ -> {});
      rig.at(2, second::close);
      rig.at(3, second::close);
      rig.simulation.run();
      assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void aCallThatMayBeLeftGoesOnAndTellsWhoAsksLater() {
      var started = start(new Unattended.Never());
      rig.at(2, started.waiter()::close);
      rig.simulation.run();
      var later = new ArrayList<Reply>();
      try (var _ = started.call().attach(later::add)) {
        assertThat(later).containsExactly(new Reply.Final(started.call().outcome().orElseThrow()));
      }
    }

    @Test
    @DisplayName("A waiter that fails keeps nobody else from the reply")
    void aFailingWaiterHurtsNobody() {
      var call = rig.governor.start(Rig.request(), rig.pausing(1));
      var _ =
          call.attach(_ -> {
            throw new IllegalStateException("the pipe is gone");
          });
      var told = new ArrayList<Reply>();
      var _ = call.attach(told::add);
      rig.simulation.run();
      assertThat(told).hasSize(1);
      assertThat(rig.governor.directory().calls()).isEmpty();
    }
  }

  @Nested
  @DisplayName("Gates before running")
  class Gates {
    private final AskingGate gate = new AskingGate(Duration.ofSeconds(30));

    private final Rig.Started started =
        rig.start(
            Rig.request().withGates(gate).withLimits(Limits.ofSeconds(10, 5)), rig.pausing(4));

    @Test
    @DisplayName("C18: who says yes lets the call run, with its limits still whole")
    void approved() {
      rig.at(25, gate::approve);
      rig.simulation.run();
      assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
      assertThat(gate.passes).isZero();
      assertThat(rig.eventsOf(started.call()))
          .containsExactly(
              new CallEvent.Accepted(),
              new CallEvent.Waiting("approval"),
              new CallEvent.Running(Duration.ofSeconds(10), Duration.ofSeconds(5)),
              new CallEvent.Settled(
                  "completed", "", "", Duration.ofSeconds(25), Duration.ofSeconds(4)));
    }

    @Test
    void denied() {
      rig.at(25, () -> gate.deny("Not on a Friday."));
      rig.simulation.run();
      assertThat(started.outcome()).isEqualTo(new Outcome.Refused("approval", "Not on a Friday."));
    }

    @Test
    @DisplayName("C18: who says nothing has said no once the gate's own limit is reached")
    void expired() {
      rig.simulation.runFor(Duration.ofSeconds(30));
      assertThat(started.outcome())
          .isEqualTo(new Outcome.Refused("approval", "Waited longer than 30s for: approval."));
      assertThat(gate.waiting).isZero();
    }

    @Test
    @DisplayName("P6: cancelled while it waits, it leaves at once and never runs")
    void cancelledWhileWaiting() {
      rig.at(7, () -> started.call().cancel(Cause.USER, "console"));
      rig.simulation.runFor(Duration.ofSeconds(7));
      assertThat(started.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, "console"));
      assertThat(gate.waiting).isZero();
      assertThat(started.call().stopStep()).contains(StopStep.NOT_STARTED);
      assertThat(started.call().elapsed()).isZero();
    }

    @Test
    void whileItWaitsItIsListed() {
      rig.simulation.runFor(Duration.ofSeconds(1));
      assertThat(rig.governor.directory().find(started.call().id())).contains(started.call());
      assertThat(started.call().state()).isEqualTo(new CallState.Waiting("approval"));
    }
  }

  @Nested
  @DisplayName("Identity: cancel by id only")
  class Identity {
    @Test
    void theIdCancelsThatCallAndNoOther() {
      var one = rig.start(Rig.request(), rig.pausing(10));
      var other = rig.start(Rig.request(), rig.pausing(10));
      var answers = new ArrayList<Boolean>();
      rig.at(
          1,
          () -> {
            answers.add(rig.governor.directory().cancel(one.call().id(), Cause.CLIENT, "c7"));
            answers.add(rig.governor.directory().cancel(one.call().id(), Cause.USER, ""));
          });
      rig.simulation.run();
      assertThat(answers).isEqualTo(List.of(true, false));
      assertThat(one.outcome()).isEqualTo(new Outcome.Cancelled(Cause.CLIENT, "c7"));
      assertThat(other.outcome()).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void anUnknownOrFinishedIdIsLeftAlone() {
      var done = rig.run(Rig.request(), rig.pausing(1));
      var directory = rig.governor.directory();
      assertThat(directory.cancel(done.call().id(), Cause.USER, "")).isFalse();
      assertThat(directory.cancel(new CallId("elsewhere", 1, 2), Cause.USER, "")).isFalse();
      assertThat(done.outcome()).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    @DisplayName("Ids are 128 random bits and name their node")
    void anIdReadsBackAsItWasWritten() {
      var id = rig.start(Rig.request(), rig.pausing(1)).call().id();
      assertThat(id.toString()).matches("sim-[0-9a-f]{32}");
      assertThat(CallId.parse(id.toString())).contains(id);
      for (var bad : List.of("", "-", "sim", "sim-12", id + "0", id.toString().replace('a', 'g'))) {
        if (!bad.equals(id.toString())) {
          assertThat(CallId.parse(bad)).as(bad).isEmpty();
        }
      }
      rig.simulation.run();
    }
  }
}
