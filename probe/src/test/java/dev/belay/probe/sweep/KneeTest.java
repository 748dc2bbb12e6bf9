package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.sweep.Knee.Rule;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-30: where a server is full, and by which rule")
final class KneeTest {
  @Test
  @DisplayName("The seed's vector: throughput falls off a cliff at 160")
  void theVectorOfTheSeed() {
    assertThat(Knee.of(Points.cliff())).isEqualTo(new Knee(160, Rule.CLIFF));
    assertThat(Knee.of(Points.cliff().reversed())).isEqualTo(new Knee(160, Rule.CLIFF));
  }

  @Test
  @DisplayName("A real run on which the seed's rule stays silent: it saturates from 120 on")
  void gradualSaturationIsRecognised() {
    assertThat(Knee.of(Points.gradual())).isEqualTo(new Knee(120, Rule.GRADUAL));
    assertThat(Recommendation.of(Points.gradual(), Slo.DEFAULT).load()).isEqualTo(80);
  }

  @Test
  @DisplayName("A dip from which throughput recovers is no saturation")
  void aDipIsNoKnee() {
    assertThat(
            Knee.of(
                List.of(
                    Points.point(40, 400, 100, 110),
                    Points.point(80, 405, 150, 160),
                    Points.point(120, 1100, 160, 170))))
        .isNull();
  }

  @Test
  @DisplayName("REQ-18: a fall from which throughput recovers is no cliff: a pause of the server")
  void aFallThatRecoversIsNoCliff() {
    assertThat(
            Knee.of(
                List.of(
                    Points.point(40, 800, 100, 110),
                    Points.point(80, 500, 300, 900),
                    Points.point(120, 2000, 110, 120),
                    Points.point(160, 2600, 120, 130))))
        .isNull();
    assertThat(
            Knee.of(
                List.of(
                    Points.point(40, 800, 100, 110),
                    Points.failing(80, 0, 0, 0, 1000),
                    Points.point(120, 2000, 110, 120),
                    Points.point(160, 1000, 400, 500))))
        .as("the cliff after the recovery is found")
        .isEqualTo(new Knee(160, Rule.CLIFF));
  }

  @Test
  @DisplayName("More throughput for longer answers is no knee, nor is a flat one without")
  void growthIsNoKnee() {
    assertThat(
            Knee.of(
                List.of(
                    Points.point(40, 800, 440, 590),
                    Points.point(80, 920, 560, 790),
                    Points.point(120, 1000, 609, 873))))
        .isNull();
    assertThat(Knee.of(List.of(Points.point(40, 800, 100, 100), Points.point(80, 800, 101, 101))))
        .isNull();
  }

  @Test
  @DisplayName("The very bounds of the seed's rule: 1.8 times p95 and 0.8 times the throughput")
  void theBoundsCount() {
    var before = Points.point(10, 1000, 100, 100);
    assertThat(Knee.of(List.of(before, Points.point(20, 800, 180, 180))))
        .isEqualTo(new Knee(20, Rule.CLIFF));
    assertThat(Knee.of(List.of(before, Points.point(20, 801, 180, 180))))
        .isEqualTo(new Knee(20, Rule.GRADUAL));
  }

  @Test
  void thereIsNothingToCompareWith() {
    assertThat(Knee.of(List.of())).isNull();
    assertThat(Knee.of(List.of(Points.point(40, 1, 1, 1)))).isNull();
    assertThat(
            Knee.of(
                List.of(
                    Points.failing(40, 0, 0, 0, 1000),
                    Points.point(80, 0, 0, 0),
                    Points.point(120, 10, 100, 100))))
        .isNull();
  }

  @Test
  @DisplayName("A point where nothing is answered any more is a cliff")
  void silenceIsACliff() {
    assertThat(Knee.of(List.of(Points.point(40, 100, 10, 10), Points.failing(80, 0, 0, 0, 1000))))
        .isEqualTo(new Knee(80, Rule.CLIFF));
  }
}
