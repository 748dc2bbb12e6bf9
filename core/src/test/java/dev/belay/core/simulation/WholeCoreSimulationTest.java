package dev.belay.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Reply;
import dev.belay.core.call.StopStep;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Seeds;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WholeCoreSimulationTest {
  private static final int SEEDS = Integer.getInteger("belay.seeds", 10_000);

  @Test
  @DisplayName("P1 … P7, P27, C19, C31: what is promised holds in every scenario")
  void everyPromiseHoldsInEveryScenario() {
    Seeds.forEach(SEEDS, seed -> check(Scenario.play(seed)));
  }

  @Test
  @DisplayName("The same seed is the same run, to the last event")
  void theSameSeedIsTheSameRun() {
    Seeds.forEach(
        SEEDS / 20,
        seed ->
            assertThat(Replay.read(Scenario.play(seed).journal))
                .isEqualTo(Replay.read(Scenario.play(seed).journal)));
  }

  private static void check(World world) {
    assertThat(world.broken).as("promise broken on the way").isNull();
    assertThat(world.simulation.armedTimers()).as("timers armed").isZero();
    assertThat(world.governor.directory().calls()).as("calls listed").isEmpty();
    assertThat(world.passes).as("passes out").isZero();
    var readings = Replay.read(world.journal);
    assertThat(readings).as("a gap").noneMatch(Journal.Gap.class::isInstance);
    for (var witness : world.witnesses) {
      check(world, witness, readings);
    }
    world.end();
    assertThat(world.broken).as("promise broken at the end").isNull();
    assertThat(world.threads).as("threads alive").noneMatch(Thread::isAlive);
    assertThat(world.governor.directory().abandoned()).as("abandoned in the end").isEmpty();
  }

  private static void check(World world, Witness witness, List<Journal.Reading> readings) {
    var call = witness.call();
    var outcome = call.outcome().orElseThrow();
    var replay = Replay.of(call.id(), readings);
    assertThat(replay.settled).as("P1: Settled events").isEqualTo(1);
    assertThat(replay.end).as("replayed end").isEqualTo(outcome.word() + "/" + outcome.detail());
    assertThat(replay.ran).as("replayed run").isEqualTo(witness.ran);
    assertThat(replay.step).as("replayed step").isEqualTo(stepOf(call));
    assertThat(replay.afterTheEnd).as("events after the end").isEmpty();
    assertThat(call.state()).isEqualTo(new CallState.Settled(outcome));
    for (var attached : witness.waiters) {
      if (!attached.left || !attached.replies.isEmpty()) {
        assertThat(attached.replies).as("P1: replies").containsExactly(new Reply.Final(outcome));
      }
    }
    checkStop(world, witness, outcome, replay);
  }

  private static void checkStop(World world, Witness witness, Outcome outcome, Replay replay) {
    var step = witness.call().stopStep();
    assertThat(replay.lateResults)
        .as("P7: late results")
        .isEqualTo(step.isPresent() && witness.returned ? 1 : 0);
    if (outcome instanceof Outcome.Completed) {
      assertThat(witness.returned).as("completed work returned").isTrue();
      assertThat(step).isEmpty();
    }
    if (step.isPresent()) {
      assertThat(step.get() == StopStep.NOT_STARTED).as("P6: never ran").isEqualTo(!witness.ran);
    }
    assertThat(world.isAbandoned(witness)).as("C31: counted").isEqualTo(witness.working);
  }

  private static String stepOf(Call call) {
    return call.stopStep().map(StopStep::text).orElse("");
  }
}
