package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static List<String> interleaving(long seed) {
    var simulation = new Simulation(seed);
    var log = new ArrayList<String>();
    for (var name : List.of("a", "b", "c")) {
      SimulationThreads.start(
          simulation,
          () -> {
            for (int i = 0; i < 3; i++) {
              log.add(name + i);
              simulation.sleep(Duration.ofSeconds(1));
            }
          });
    }
    simulation.run();
    assertThat(simulation.nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    return log;
  }

  @Test
  void theSameSeedIsTheSameRunAndOthersDiffer() {
    var seen = new HashSet<List<String>>();
    for (long seed = 0; seed < 50; seed++) {
      assertThat(interleaving(seed)).isEqualTo(interleaving(seed));
      seen.add(interleaving(seed));
    }
    assertThat(seen).hasSizeGreaterThan(10);
  }

  @Test
  void timersFireInTheirOrderUnlessTheyAreClosed() {
    var simulation = new Simulation(1);
    var fired = new ArrayList<String>();
    var _ = simulation.after(Duration.ofSeconds(2), () -> fired.add("second"));
    var _ = simulation.after(Duration.ofSeconds(1), () -> fired.add("first"));
    simulation.after(Duration.ofSeconds(1), () -> fired.add("closed")).close();
    simulation.run();
    assertThat(fired).containsExactly("first", "second");
    assertThat(simulation.armedTimers()).isZero();
  }

  @Test
  void anAwaitEndsWithItsStageOrItsLimit() {
    var simulation = new Simulation(1);
    var stage = new CompletableFuture<String>();
    var ends = new ArrayList<String>();
    SimulationThreads.start(
        simulation,
        () -> {
          ends.add(simulation.await(stage, Duration.ofSeconds(1)) + " " + simulation.wall());
          ends.add(simulation.await(stage, Duration.ofDays(1)) + " " + simulation.wall());
        });
    var _ = simulation.after(Duration.ofSeconds(5), () -> stage.complete("done"));
    simulation.run();
    assertThat(ends).containsExactly("false 1970-01-01T00:00:01Z", "true 1970-01-01T00:00:05Z");
    assertThat(simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("A stall moves the clock; what was due meanwhile comes afterwards")
  void aStallMovesTheClockOnly() {
    var simulation = new Simulation(1);
    var fired = new ArrayList<Long>();
    var _ = simulation.after(Duration.ofSeconds(1), () -> simulation.stall(Duration.ofSeconds(10)));
    var _ = simulation.after(Duration.ofSeconds(2), () -> fired.add(simulation.nanos()));
    simulation.run();
    assertThat(fired).containsExactly(Duration.ofSeconds(11).toNanos());
  }

  @Test
  @DisplayName("What is run until something is so stops right there, and says if it never is")
  void runsUntil() {
    var simulation = new Simulation(1);
    var fired = new ArrayList<Long>();
    for (int second = 1; second <= 3; second++) {
      var _ = simulation.after(Duration.ofSeconds(second), () -> fired.add(simulation.nanos()));
    }
    assertThat(simulation.runUntil(() -> fired.size() == 2)).isTrue();
    assertThat(simulation.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(simulation.armedTimers()).isOne();
    assertThat(simulation.runUntil(() -> fired.size() == 4)).isFalse();
  }

  @Test
  void aBrokenSeedIsNamed() {
    assertThatThrownBy(() -> Seeds.forEach(10, seed -> assertThat(seed).isLessThan(7)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("seed 7: ");
  }
}
