package dev.belay.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C19: calls are admitted in the order of arrival, as far as lanes permit. */
class LanesTest {
  private static final Lane PARALLEL = new Lane.Parallel();
  private static final Lane EXCLUSIVE = new Lane.Exclusive();
  private static final Lane READ_A = new Lane.Keyed("a", Lane.Access.READ);
  private static final Lane WRITE_A = new Lane.Keyed("a", Lane.Access.WRITE);
  private static final Lane WRITE_B = new Lane.Keyed("b", Lane.Access.WRITE);

  private final Simulation simulation = new Simulation(1);
  private final Lanes lanes = new Lanes();
  private final List<String> log = new ArrayList<>();
  private final Governor governor =
      new Governor(GovernorOptions.simulated(simulation, 1).withGrace(Duration.ofSeconds(2)));

  /** Schedules a call that arrives at a second, runs for ten, and logs when it runs. */
  private void arrive(int second, String name, Lane lane) {
    var _ = simulation.after(Duration.ofSeconds(second), () -> start(name, lane, Limits.NONE));
  }

  private Call start(String name, Lane lane, Limits limits) {
    return start(name, lanes.gate(lane), limits);
  }

  private Call start(String name, Gate gate, Limits limits) {
    return governor.start(
        CallRequest.of(name, Payload.EMPTY).withLimits(limits).withGates(gate),
        _ -> {
          log.add(simulation.nanos() / 1_000_000_000 + " " + name);
          simulation.sleep(Duration.ofSeconds(10));
          return Payload.EMPTY;
        });
  }

  @Test
  void parallelCallsRunAtOnce() {
    arrive(1, "one", PARALLEL);
    arrive(2, "two", PARALLEL);
    simulation.run();
    assertThat(log).containsExactly("1 one", "2 two");
  }

  @Test
  void anExclusiveCallWaitsForThoseThatRunAndHoldsTheNextOnesBack() {
    arrive(1, "one", PARALLEL);
    arrive(2, "alone", EXCLUSIVE);
    arrive(3, "two", PARALLEL);
    arrive(4, "three", PARALLEL);
    simulation.run();
    assertThat(log).startsWith("1 one", "11 alone").contains("21 two", "21 three");
  }

  @Test
  void writersOfOneResourceRunOneAfterTheOtherInTheOrderOfArrival() {
    arrive(1, "first", WRITE_A);
    arrive(2, "second", WRITE_A);
    arrive(3, "elsewhere", WRITE_B);
    arrive(4, "third", WRITE_A);
    simulation.run();
    assertThat(log).containsExactly("1 first", "3 elsewhere", "11 second", "21 third");
  }

  @Test
  void readersShareAndWaitForAWriterThatCameBefore() {
    arrive(1, "reads", READ_A);
    arrive(2, "reads too", READ_A);
    arrive(3, "writes", WRITE_A);
    arrive(4, "reads later", READ_A);
    arrive(5, "beside", PARALLEL);
    simulation.run();
    assertThat(log)
        .containsExactly("1 reads", "2 reads too", "5 beside", "12 writes", "22 reads later");
  }

  @Test
  @DisplayName("A reserved place holds back who comes later, until it is used or given up")
  void aReservedPlace() {
    var first = lanes.reserve(EXCLUSIVE);
    var never = lanes.reserve(WRITE_A);
    arrive(1, "later", PARALLEL);
    arrive(2, "writes", WRITE_A);
    var _ = simulation.after(Duration.ofSeconds(5), () -> start("first", first, Limits.NONE));
    var _ = simulation.after(Duration.ofSeconds(30), never::withdraw);
    simulation.run();
    assertThat(log).containsExactly("5 first", "15 later", "30 writes");
    never.withdraw();
    first.withdraw();
    arrive(1, "alone", EXCLUSIVE);
    simulation.run();
    assertThat(log).as("given up twice, and once used").endsWith("41 alone");
  }

  @Test
  @DisplayName("Waiting does not eat the call's limits")
  void waitingDoesNotEatLimits() {
    arrive(0, "one", EXCLUSIVE);
    arrive(0, "two", EXCLUSIVE);
    simulation.runFor(Duration.ofSeconds(1));
    var last = start("last", EXCLUSIVE, Limits.ofSeconds(11, 11));
    simulation.run();
    assertThat(last.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("P6: a cancelled waiter leaves at once, and those behind it move up")
  void aCancelledWaiterLeavesAtOnce() {
    arrive(0, "one", PARALLEL);
    simulation.runFor(Duration.ofSeconds(1));
    var alone = start("alone", EXCLUSIVE, Limits.NONE);
    arrive(1, "behind", PARALLEL);
    var _ = simulation.after(Duration.ofSeconds(3), () -> alone.cancel(Cause.USER, ""));
    simulation.run();
    assertThat(log).containsExactly("0 one", "4 behind");
    assertThat(alone.outcome()).contains(new Outcome.Cancelled(Cause.USER, ""));
  }

  @Test
  @DisplayName("C31: work that cannot be stopped gives its lane back once it is abandoned")
  void abandonedWorkDoesNotBlockItsLane() {
    var deaf =
        governor.start(
            CallRequest.of("deaf", Payload.EMPTY).withGates(lanes.gate(EXCLUSIVE)),
            _ -> {
              while (simulation.nanos() < Duration.ofMinutes(5).toNanos()) {
                try {
                  simulation.sleep(Duration.ofMinutes(5));
                } catch (InterruptedException _) {
                  // Ignored.
                }
              }
              return Payload.EMPTY;
            });
    arrive(1, "next", EXCLUSIVE);
    var _ = simulation.after(Duration.ofSeconds(5), () -> deaf.cancel(Cause.USER, ""));
    simulation.run();
    assertThat(log).containsExactly("7 next");
  }

  @Test
  void whatBearsWhatIsMutual() {
    var all = List.of(PARALLEL, EXCLUSIVE, READ_A, WRITE_A, WRITE_B);
    for (var one : all) {
      for (var other : all) {
        assertThat(one.bears(other)).as("%s %s", one, other).isEqualTo(other.bears(one));
      }
    }
    assertThat(READ_A.bears(READ_A)).isTrue();
    assertThat(READ_A.bears(WRITE_A)).isFalse();
    assertThat(WRITE_A.bears(WRITE_B)).isTrue();
    assertThat(all).noneMatch(EXCLUSIVE::bears);
  }
}
