package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.sweep.Knee.Rule;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a dip that recovers     |            | 40 400 100 110, 80 405 150 160, 120 1100 160 170
          REQ-18: a pause         |            | 40 800 100 110, 80 500 300 900, 120 2000 110 120, 160 2600 120 130
          a cliff after it        | 160 CLIFF  | 40 800 100 110, 80, 120 2000 110 120, 160 1000 400 500
          more, for longer answers|            | 40 800 440 590, 80 920 560 790, 120 1000 609 873
          no longer answers       |            | 40 800 100 100, 80 800 101 101
          the bounds of the seed  | 20 CLIFF   | 10 1000 100 100, 20 800 180 180
          just within them        | 20 GRADUAL | 10 1000 100 100, 20 801 180 180
          one point               |            | 40 1 1 1
          nothing before          |            | 40, 80 0 0 0, 120 10 100 100
          silence                 | 80 CLIFF   | 40 100 10 10, 80
          """)
  void knees(String what, @Nullable String knee, String points) {
    var found = Knee.of(Points.of(points.split(", ", -1)));
    assertThat(found == null ? null : (int) found.load() + " " + found.rule()).isEqualTo(knee);
  }

  @Test
  void withoutPointsThereIsNone() {
    assertThat(Knee.of(List.of())).isNull();
  }
}
