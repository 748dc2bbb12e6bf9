package dev.belay.probe.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import dev.belay.probe.load.Measurement.Fault;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Load, in virtual time")
final class LoopsTest {
  private static final Duration WORK = Duration.ofMillis(10);

  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

  private LoadGenerator generator(Simulation time) {
    return new LoadGenerator(time, time.threads(), interrupted);
  }

  @Test
  @DisplayName("Closed: clients up to the server's desks raise throughput, more only wait")
  void closedLoadFollowsTheServersDesks() {
    Seeds.forEach(
        20,
        seed -> {
          var time = new Simulation(seed);
          var server = new SimulatedServer(time, 4, WORK);
          var generator = generator(time);

          var few = SimulatedServer.in(time, () -> generator.closed(server, 2, 200, _ -> {}));
          var many = SimulatedServer.in(time, () -> generator.closed(server, 8, 200, _ -> {}));

          assertThat(few.rate()).isCloseTo(200, within(1.0));
          assertThat(Objects.requireNonNull(few.latency()).p99()).isEqualTo(10);
          assertThat(many.rate()).isCloseTo(400, within(1.0));
          assertThat(Objects.requireNonNull(many.latency()).p50()).isEqualTo(20);
          assertThat(many.total()).isEqualTo(200);
          assertThat(many.peak()).isEqualTo(8);
          assertThat(many.stopped()).isNull();
          assertThat(time.armedTimers()).isZero();
        });
  }

  @Test
  @DisplayName("Open: a pause of the server shows in all that should have begun meanwhile")
  void openLoadCountsFromWhenItWasMeantToBegin() {
    var time = new Simulation(7);
    var server = new SimulatedServer(time, 4, WORK);
    server.pauseAt(Duration.ofMillis(500), Duration.ofSeconds(1));

    // 100 a second for 3 s: those of one second wait, a third of all. Few may be in progress at
    // once, so that most are not even sent while the server pauses.
    var measured =
        SimulatedServer.in(time, () -> generator(time).open(server, 100, 8, 300, _ -> {}));

    var latency = Objects.requireNonNull(measured.latency());
    assertThat(measured.total()).isEqualTo(300);
    assertThat(latency.p50()).isCloseTo(10, within(0.1));
    assertThat(latency.p95()).isGreaterThan(800);
    assertThat(latency.max()).isGreaterThan(990);
  }

  @Test
  @DisplayName("The same pause hides from a closed loop: that is what --rate is for")
  void closedLoadDoesNotSeeThePause() {
    var time = new Simulation(7);
    var server = new SimulatedServer(time, 4, WORK);
    server.pauseAt(Duration.ofMillis(500), Duration.ofSeconds(1));

    var measured = SimulatedServer.in(time, () -> generator(time).closed(server, 1, 300, _ -> {}));

    assertThat(Objects.requireNonNull(measured.latency()).p99()).isEqualTo(10);
  }

  @Test
  @DisplayName("Open: requests begin at their times, however long the answers take")
  void openLoadDoesNotWaitForAnswers() {
    var time = new Simulation(1);
    var server = new SimulatedServer(time, 100, Duration.ofSeconds(1));

    var measured =
        SimulatedServer.in(time, () -> generator(time).open(server, 50, 1000, 100, _ -> {}));

    assertThat(measured.peak()).isBetween(50, 51); // The 51st begins as the first ends.
    assertThat(measured.elapsed()).isBetween(Duration.ofMillis(2980), Duration.ofMillis(2981));
  }

  @Test
  @DisplayName("Where nobody answers, it stops long before the end, and says why")
  void itStopsWhereNobodyAnswers() {
    var time = new Simulation(3);
    Attempt dead =
        () -> {
          time.sleep(Duration.ofSeconds(30));
          return "no answer within 30s";
        };

    var measured = SimulatedServer.in(time, () -> generator(time).closed(dead, 40, 1000, _ -> {}));

    assertThat(measured.stopped()).endsWith("requests in a row failed");
    assertThat(measured.total()).isBetween(80, 120);
    assertThat(measured.errors()).isEqualTo(measured.total());
    assertThat(measured.latency()).isNull();
    assertThat(measured.rate()).isZero();
    assertThat(measured.faults())
        .containsExactly(new Fault("no answer within 30s", measured.total()));
    assertThat(measured.elapsed()).isLessThanOrEqualTo(Duration.ofSeconds(90));
  }

  @Test
  @DisplayName("Failing fast is no throughput, and failures have no part in the latency")
  void failuresCountForNothing() {
    var time = new Simulation(3);
    var count = new AtomicInteger();
    Attempt every4th =
        () -> {
          time.sleep(WORK);
          return count.incrementAndGet() % 4 == 0 ? "no" : null;
        };

    var measured =
        SimulatedServer.in(time, () -> generator(time).closed(every4th, 1, 100, _ -> {}));

    assertThat(measured.errors()).isEqualTo(25);
    assertThat(measured.rate()).isCloseTo(75, within(0.1));
    assertThat(Objects.requireNonNull(measured.latency()).count()).isEqualTo(75);
  }

  @Test
  void anAttemptThatThrowsIsAFailureToo() {
    var time = new Simulation(3);
    Attempt broken =
        () -> {
          throw new IllegalStateException("broken");
        };

    var measured = SimulatedServer.in(time, () -> generator(time).closed(broken, 2, 10, _ -> {}));

    assertThat(measured.errors()).isEqualTo(10);
    assertThat(measured.faults().getFirst().reason()).contains("broken");
  }

  @Test
  @DisplayName("A person who interrupts does not wait for what has not begun")
  void anInterruptEndsBoth() {
    var time = new Simulation(5);
    var server = new SimulatedServer(time, 4, WORK);
    var _ = time.after(Duration.ofSeconds(1), () -> interrupted.complete(true));

    var closed =
        SimulatedServer.in(time, () -> generator(time).closed(server, 4, 100_000, _ -> {}));
    var open =
        SimulatedServer.in(time, () -> generator(time).open(server, 0.1, 10, 1_000, _ -> {}));

    assertThat(closed.stopped()).isEqualTo("interrupted");
    assertThat(closed.elapsed()).isLessThan(Duration.ofMillis(1100));
    assertThat(open.stopped()).isEqualTo("interrupted");
    assertThat(time.armedTimers()).isZero();
  }
}
