package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-25, S4-31: the load with the highest throughput that keeps the objective")
final class RecommendationTest {
  private static final Slo SLO = new Slo(400, 500);

  @Test
  void theVectorOfTheSeed() {
    var recommended = Recommendation.of(Points.cliff(), SLO);

    assertThat(recommended.load()).isEqualTo(120);
    assertThat(recommended.feasible()).containsExactly(40.0, 80.0, 120.0);
    assertThat(recommended.reason()).isEqualTo("selected highest-RPS point within SLO bounds");
  }

  @Test
  void theFallbackOfTheSeed() {
    var points = Points.of("40 800 440 590", "80 920 560 790", "120 1000 609 873");

    var recommended = Recommendation.of(points, new Slo(300, 450));

    assertThat(recommended.load()).isEqualTo(120);
    assertThat(recommended.feasible()).isEmpty();
    assertThat(recommended.reason())
        .isEqualTo("no point satisfied SLO; selected highest-RPS fallback");
  }

  @Test
  void noPointsRecommendNothing() {
    assertThat(Recommendation.of(List.of(), SLO))
        .isEqualTo(new Recommendation(null, "no data points", List.of()));
  }

  @Test
  @DisplayName("J16: nothing is recommended where every point had errors")
  void errorsAreNeverRecommended() {
    var points = List.of(Points.failing(40, 9000, 1, 1, 1), Points.failing(80, 9000, 1, 1, 1000));

    var recommended = Recommendation.of(points, SLO);

    assertThat(recommended.load()).isNull();
    assertThat(recommended.reason()).isEqualTo("every point had errors; none is recommended");
  }

  @Test
  void theBoundsThemselvesAreKept() {
    assertThat(Recommendation.of(List.of(Points.point(40, 1, 400, 500)), SLO).feasible())
        .containsExactly(40.0);
  }

  @Test
  @DisplayName("Ties: lower p95, then lower p99, then the lower load")
  void tiesGoToTheFaster() {
    var points = Points.of("160 500 90 95", "120 500 80 95", "80 500 80 90", "40 500 80 90");

    assertThat(Recommendation.of(points, SLO).load()).isEqualTo(40);
  }

  @Test
  @DisplayName("For any points, in any order: never one with errors, never a slower feasible one")
  void whateverWasMeasured() {
    Seeds.forEach(
        500,
        seed -> {
          var random = new Random(seed);
          var points = new ArrayList<Point>();
          for (int load = 1; load <= random.nextInt(8); load++) {
            int errors = random.nextInt(3) == 0 ? random.nextInt(1001) : 0;
            double p95 = random.nextInt(800);
            points.add(
                Points.failing(
                    load, 1 + random.nextInt(1000), p95, p95 + random.nextInt(400), errors));
          }
          var recommended = Recommendation.of(points, SLO);
          Collections.shuffle(points, random);

          assertThat(Recommendation.of(points, SLO)).isEqualTo(recommended);
          var chosen =
              points.stream()
                  .filter(one -> recommended.load() != null && one.load() == recommended.load())
                  .findFirst();
          var whole = points.stream().filter(one -> one.errors() == 0).toList();
          assertThat(chosen.isPresent()).isEqualTo(!whole.isEmpty());
          chosen.ifPresent(best -> {
            assertThat(best.errors()).isZero();
            var rivals =
                recommended.feasible().isEmpty()
                    ? whole
                    : whole.stream().filter(SLO::isKept).toList();
            assertThat(rivals).contains(best).allMatch(rival -> rival.rps() <= best.rps());
          });
        });
  }
}
