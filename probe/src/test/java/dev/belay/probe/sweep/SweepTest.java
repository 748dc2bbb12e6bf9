package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Simulation;
import dev.belay.probe.load.Attempt;
import dev.belay.probe.load.LoadGenerator;
import dev.belay.probe.load.SimulatedServer;
import dev.belay.probe.peer.MeasurementFailed;
import dev.belay.probe.sweep.Knee.Rule;
import dev.belay.probe.sweep.Sweep.SweepListener;
import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A sweep, in virtual time")
final class SweepTest {
  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

  private final Simulation time = new Simulation(11);
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
  private final List<String> heard = new ArrayList<>();

  /** Full at 800 requests a second. */
  private final SimulatedServer server = new SimulatedServer(time, 8, Duration.ofMillis(10));

  private List<Point> sweep(Mode mode, List<Double> loads, int warmup, Attempt attempt) {
    var plan = new SweepPlan(mode, loads, 400, warmup, Duration.ofSeconds(30), 1000, Slo.DEFAULT);
    var listener =
        new SweepListener() {
          @Override
          public void begin(double load, int number, int of) {
            heard.add(load + " " + number + "/" + of);
          }

          @Override
          public void count(int done, int total) {
            assertThat(done).isLessThanOrEqualTo(total);
          }
        };
    var load = new LoadGenerator(time, time.threads(), interrupted);
    return SimulatedServer.in(time, () -> new Sweep(plan, load, listener).run(attempt));
  }

  @Test
  @DisplayName("A server with 8 desks is full at 16 clients, and 8 are recommended")
  void aFullServerIsFound() {
    var points = sweep(Mode.CLOSED, List.of(2.0, 4.0, 8.0, 16.0, 32.0), 2, server);

    assertThat(points).extracting(Point::load).containsExactly(2.0, 4.0, 8.0, 16.0, 32.0);
    assertThat(Knee.of(points)).isEqualTo(new Knee(16, Rule.GRADUAL));
    assertThat(Recommendation.of(points, new Slo(15, 15)).load()).isEqualTo(8);
    assertThat(heard).first().isEqualTo("2.0 1/5");
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName(
      "REQ-18: the first point is measured by a client that is warm, not by its first calls")
  void theClientIsWarmBeforeTheFirstPoint() {
    var begun = time.nanos();
    Attempt cold =
        () -> {
          time.sleep(Duration.ofMillis(time.nanos() - begun < TWO_SECONDS.toNanos() ? 10 : 1));
          return null;
        };

    var points = sweep(Mode.CLOSED, List.of(1.0, 2.0), 2, cold);

    assertThat(points).extracting(Point::p99).containsExactly(1.0, 1.0);
  }

  @Test
  @DisplayName("Warming up ends by the clock, also where every answer takes long")
  void warmingUpEndsByTheClock() {
    var points = sweep(Mode.CLOSED, List.of(1.0), 1, new SimulatedServer(time, 1, TWO_SECONDS));

    assertThat(points).hasSize(1);
    assertThat(Duration.ofNanos(time.nanos()))
        .isLessThan(TWO_SECONDS.multipliedBy(400).plusSeconds(10));
  }

  @Test
  @DisplayName("At a rate above what it bears, its queue grows, and the latency tells")
  void aRateTooHighIsFound() {
    var points = sweep(Mode.OPEN, List.of(400.0, 700.0, 1600.0), 0, server);

    assertThat(points.get(1).p99()).isLessThan(11);
    assertThat(points.get(2).p99()).isGreaterThan(200);
    assertThat(Recommendation.of(points, new Slo(20, 20)).load()).isEqualTo(700);
  }

  @Test
  @DisplayName("What fails already while warming up fails as a whole")
  void aDeadServerFailsTheSweep() {
    assertThatThrownBy(() -> sweep(Mode.CLOSED, List.of(4.0), 1, () -> "refused"))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(MeasurementFailed.class)
        .hasMessage("no answer while warming up: refused");
  }

  @Test
  @DisplayName("A server that dies on the way ends the sweep at that point, which is reported")
  void whatCameBeforeIsReported() {
    var begun = time.nanos();
    var points =
        sweep(
            Mode.CLOSED,
            List.of(4.0, 8.0, 16.0),
            0,
            () -> time.nanos() - begun > 1_200_000_000L ? "gone" : server.run());

    assertThat(points).hasSize(2);
    assertThat(points.getFirst().errors()).isZero();
    assertThat(points.getLast().measured().stopped()).endsWith("requests in a row failed");
    assertThat(Recommendation.of(points, Slo.DEFAULT).load()).isEqualTo(4);
  }

  @Test
  void aPersonWhoInterruptsGetsWhatThereIs() {
    var _ = time.after(Duration.ofMillis(1_200), () -> interrupted.complete(true));
    var points = sweep(Mode.CLOSED, List.of(4.0, 8.0, 16.0), 0, server);

    assertThat(points).hasSize(2);
    assertThat(points.getLast().measured().stopped()).isEqualTo("interrupted");
  }
}
