package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GovernorTest {
  private final Simulation simulation = new Simulation(1);
  private final Governor governor = Rigs.governor(simulation, 1);
  private final List<Outcome> outcomes = new ArrayList<>();

  private Call start(Limits limits, Work work) {
    var call = governor.start(CallRequest.of("crawl", Payload.EMPTY).withLimits(limits), work);
    var _ =
        call.attach(reply -> {
          switch (reply) {
            case Reply.Final(Outcome outcome) -> outcomes.add(outcome);
          }
        });
    return call;
  }

  @Test
  @DisplayName("S0-12, S0-13: the total limit ends a call that beats, at the very nanosecond")
  void theTotalLimitEndsABeatingCall() {
    start(
        Limits.ofSeconds(30, 5),
        call -> {
          while (true) {
            simulation.sleep(Duration.ofSeconds(1));
            call.heartbeat();
          }
        });
    simulation.run();
    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.TimedOut.class,
            timedOut -> {
              assertThat(timedOut.limit()).isEqualTo(Limit.TOTAL);
              assertThat(timedOut.elapsed()).isEqualTo(Duration.ofSeconds(30));
              assertThat(timedOut.message()).isEqualTo("Tool exceeded wall-clock limit of 30s.");
            });
    assertThat(simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("S0-10, S0-11, S0-17, J2: a silent call ends at the idle limit")
  void aSilentCallEndsAtTheIdleLimit() {
    var call =
        start(
            Limits.DEFAULT,
            _ -> {
              simulation.sleep(Duration.ofDays(1));
              return Payload.EMPTY;
            });
    simulation.run();
    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.TimedOut.class,
            timedOut -> {
              assertThat(timedOut.message())
                  .isEqualTo(
                      "No progress for 120s (idle timeout). "
                          + "Tool should call heartbeat() during long work.");
              assertThat(timedOut.elapsed()).isEqualTo(Duration.ofSeconds(120));
            });
    assertThat(call.stopStep()).contains(StopStep.INTERRUPTED);
    assertThat(governor.directory().calls()).isEmpty();
  }

  @Test
  void aRaceOfResultAndDeadlineHasBothOrdersAndOneOutcomeEach() {
    var seen = new HashSet<String>();
    for (long seed = 0; seed < 200; seed++) {
      var world = new Simulation(seed);
      var ends = new ArrayList<Outcome>();
      var call =
          Rigs.governor(world, seed)
              .start(
                  CallRequest.of("race", Payload.EMPTY).withLimits(Limits.ofSeconds(5, 0)),
                  _ -> {
                    world.sleep(Duration.ofSeconds(5));
                    return Payload.EMPTY;
                  });
      var _ = call.attach(reply -> ends.add(call.outcome().orElseThrow()));
      world.run();
      assertThat(ends).hasSize(1);
      seen.add(ends.getFirst().word());
    }
    assertThat(seen).containsExactlyInAnyOrder("completed", "timed out");
  }
}
