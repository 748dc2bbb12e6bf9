package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is worse than before, beyond what is tolerated")
final class SeriesTest {
  private static final Series BEFORE =
      series(new Figures(40, 0, 800, 100, 200), new Figures(80, 0, 900, 500, 900));

  private static Series series(Figures... points) {
    return new Series("http://h/mcp", "tools/list", Mode.CLOSED, List.of(points));
  }

  private static List<Regression> against(Figures now) {
    return BEFORE.regressions(series(now), Tolerance.DEFAULT, Slo.DEFAULT);
  }

  @Test
  @DisplayName("Twice as slow, or 40 ms more, is as good as before; the milder of the two counts")
  void theThresholdItselfIsNoRegression() {
    assertThat(against(new Figures(40, 0, 800, 200, 400))).isEmpty();
    assertThat(against(new Figures(40, 0, 800, 200.1, 400)))
        .containsExactly(new Regression(40, "p95_ms", 200.1, 100, 200));
    var quick = series(new Figures(40, 0, 800, 5, 6));
    assertThat(
            quick.regressions(
                series(new Figures(40, 0, 800, 45, 46.5)), Tolerance.DEFAULT, Slo.DEFAULT))
        .containsExactly(new Regression(40, "p99_ms", 46.5, 6, 46));
  }

  @Test
  void lessThanHalfTheThroughputIsARegression() {
    assertThat(against(new Figures(40, 0, 400, 100, 200))).isEmpty();
    assertThat(against(new Figures(40, 0, 399, 100, 200)))
        .containsExactly(new Regression(40, "rps", 399, 800, 400));
  }

  @Test
  void newErrorsAreARegression() {
    assertThat(against(new Figures(40, 3, 800, 100, 200)))
        .containsExactly(new Regression(40, "errors", 3, 0, 0));
    assertThat(
            against(new Figures(40, 1000, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)))
        .extracting(Regression::figure)
        .containsExactly("errors", "rps");
  }

  @Test
  @DisplayName("A load that was too slow before says nothing, nor does one that is new")
  void onlyWhatKeptTheObjectiveIsCompared() {
    assertThat(against(new Figures(80, 0, 1, 9999, 9999))).isEmpty();
    assertThat(against(new Figures(60, 0, 1, 9999, 9999))).isEmpty();
  }

  @Test
  @DisplayName(
      "A baseline moves by 0.35 of the way to a newer run, and takes new loads as they are")
  void figuresAreBlended() {
    var moved =
        BEFORE.towards(
            series(new Figures(40, 0, 1000, 200, 300), new Figures(160, 0, 5, 6, 7)), 0.35);

    assertThat(moved.points()).extracting(Figures::load).containsExactly(40.0, 80.0, 160.0);
    var first = moved.points().getFirst();
    assertThat(first.rps()).isCloseTo(870, within(1e-9));
    assertThat(first.p95Ms()).isCloseTo(135, within(1e-9));
    assertThat(moved.at(160)).isEqualTo(new Figures(160, 0, 5, 6, 7));
    assertThat(moved.at(80)).isEqualTo(BEFORE.at(80));
  }
}
