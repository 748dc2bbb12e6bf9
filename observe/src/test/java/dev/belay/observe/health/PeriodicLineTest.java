package dev.belay.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import dev.belay.gateway.listing.ListFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-18, S4-20: a line at fixed intervals, and only on traffic")
class PeriodicLineTest {
  private final Simulation simulation = new Simulation(1);
  private final List<String> lines = new ArrayList<>();

  private PeriodicLine line(int seconds) {
    return new PeriodicLine(
        simulation,
        Duration.ofSeconds(seconds),
        () -> "at " + Duration.ofNanos(simulation.nanos()).toSeconds(),
        lines::add);
  }

  @Test
  void withoutTrafficNothingIsSaid() {
    var _ = line(20);
    simulation.runFor(Duration.ofHours(1));
    assertThat(lines).isEmpty();
  }

  @Test
  void linesLieOnOneGridHoweverTrafficComes() {
    var begin = Duration.ofNanos(simulation.nanos()).toSeconds();
    var line = line(20);
    simulation.runFor(Duration.ofSeconds(7));
    line.onTraffic();
    line.onTraffic();
    simulation.runFor(Duration.ofSeconds(60));
    line.onTraffic();
    simulation.runFor(Duration.ofSeconds(60));
    assertThat(lines).containsExactly("at " + (begin + 20), "at " + (begin + 80));
  }

  @Test
  void zeroIsNeverAndClosedIsOver() {
    var never = line(0);
    never.onTraffic();
    var closed = line(20);
    closed.onTraffic();
    closed.close();
    simulation.runFor(Duration.ofMinutes(5));
    assertThat(lines).isEmpty();
  }

  @Test
  @DisplayName("S4-21: the tools/list line, to the letter")
  void theToolsListLine() {
    var figures = new ListFigures.Cache(996, 4, 3, 4, 1, 61_725_000, 20_000_000);
    assertThat(new ToolsListLine(() -> figures).get())
        .isEqualTo(
            "[MCP] tools/list stats requests=1000 hit_rate=99.6% cache_hits=996 cache_misses=4"
                + " build_count=4 build_failures=1 build_avg_ms=12.35 build_max_ms=20.00");
    assertThat(new ToolsListLine(ListFigures.Cache::none).get()).contains("hit_rate=0.0%");
  }

  @Test
  @DisplayName("S4-18: the pressure line names the four busiest endpoints")
  void thePressureLine() {
    var endpoints = new Endpoints(simulation);
    for (int busy = 1; busy <= 5; busy++) {
      for (int i = 0; i < busy; i++) {
        endpoints.begin("e" + busy).end(/* isError= */ busy == 5);
      }
    }
    var text = new PressureLine(endpoints).get();
    assertThat(text)
        .startsWith(
            "[MCP] request pressure total_req=15 total_err=5 in_flight=0 max_in_flight=1"
                + " endpoints=[e5 requests_total=5 errors_total=5 in_flight=0 max_in_flight=1"
                + " latency_p95_ms=0.00 latency_p99_ms=0.00; e4 ")
        .endsWith("]")
        .doesNotContain("e1 ");
  }
}
