package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("S2-15, S2-19, S2-20: how long a call takes is estimated from earlier ones")
final class EstimatorTest {
  private final Estimator estimator = new Estimator();

  private void learn(int runs, double seconds) {
    for (int i = 0; i < runs; i++) {
      estimator.learn("crawl", seconds(seconds), false);
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private Estimator.@Nullable Estimate after(double elapsed) {
    return estimator.estimate("crawl", seconds(elapsed), null);
  }

  @Test
  @DisplayName("Nothing is known of a tool before eight runs, but what is declared")
  void cold() {
    learn(7, 3);
    assertThat(after(0)).isNull();
    var declared = estimator.estimate("crawl", seconds(5), seconds(45));
    assertThat(declared).isEqualTo(new Estimator.Estimate(seconds(40), null, 0));
    assertThat(estimator.estimate("crawl", seconds(50), seconds(45))).isNull();
    assertThat(estimator.estimate("other", Duration.ZERO, null)).isNull();
  }

  @Test
  @DisplayName("Runs count more than what is declared; nine in ten needs twenty of them")
  void warm() {
    learn(8, 10);
    var few = estimator.estimate("crawl", Duration.ZERO, seconds(45));
    assertThat(few).isNotNull();
    assertThat(few.half()).isBetween(seconds(9), seconds(12));
    assertThat(few.most()).isNull();
    assertThat(few.runs()).isEqualTo(8);
    learn(17, 10);
    assertThat(after(4)).extracting(Estimator.Estimate::most).isNotNull();
    assertThat(after(4)).extracting(Estimator.Estimate::half).isEqualTo(few.half().minusSeconds(4));
  }

  @Test
  @DisplayName("A call that has outlived the fast runs is measured by the slow ones")
  void conditional() {
    learn(50, 1);
    learn(50, 100);
    assertThat(after(0)).extracting(Estimator.Estimate::half).isNotNull();
    var late = after(5);
    assertThat(late).isNotNull();
    assertThat(late.half()).isBetween(seconds(85), seconds(125));
    assertThat(after(1_000)).isNull();
  }

  @Test
  @DisplayName("A run that was cut short counts as longer than it ran")
  void censored() {
    learn(10, 10);
    for (int i = 0; i < 30; i++) {
      estimator.learn("crawl", seconds(5), true);
    }
    var estimate = after(0);
    assertThat(estimate).isNotNull();
    assertThat(estimate.half()).isBetween(seconds(9), seconds(12));
  }

  @Test
  @DisplayName("What a tool did long ago counts less than what it does now")
  void decay() {
    learn(400, 1);
    learn(400, 60);
    var estimate = after(0);
    assertThat(estimate).isNotNull();
    assertThat(estimate.half()).isGreaterThan(seconds(50));
    learn(200_000, 1);
    var later = after(0);
    assertThat(later).isNotNull();
    assertThat(later.half()).isLessThan(seconds(2));
  }

  @Test
  @DisplayName("A tool that hardly ever ends before a moment is known as such")
  void longer() {
    assertThat(estimator.isLongerThan(seconds(50), "crawl", seconds(45))).isFalse();
    assertThat(estimator.isLongerThan(seconds(50), "crawl", seconds(60))).isTrue();
    assertThat(estimator.isLongerThan(seconds(50), "crawl", null)).isFalse();
    learn(19, 300);
    assertThat(estimator.isLongerThan(seconds(50), "crawl", seconds(1))).isTrue();
    learn(4, 2);
    assertThat(estimator.isLongerThan(seconds(50), "crawl", null)).isFalse();
  }

  @Test
  @DisplayName("Runs that were cut short early do not make a tool a slow one")
  void cutShort() {
    for (int i = 0; i < 50; i++) {
      estimator.learn("crawl", seconds(1), true);
    }
    assertThat(estimator.isLongerThan(seconds(50), "crawl", null)).isFalse();
  }

  @Test
  @DisplayName("So many tools are remembered, the least recently used is not")
  void bounded() {
    learn(8, 3);
    for (int i = 0; i < Estimator.MOST_TOOLS - 1; i++) {
      estimator.learn("tool " + i, seconds(1), false);
    }
    assertThat(after(0)).isNotNull();
    estimator.learn("one more", seconds(1), false);
    assertThat(after(0)).isNotNull();
    for (int i = 0; i < Estimator.MOST_TOOLS; i++) {
      estimator.learn("other " + i, seconds(1), false);
    }
    assertThat(after(0)).isNull();
  }

  /** How long the runs of a tool take. */
  enum Shape {
    LOGNORMAL(random -> 10 * Math.exp(random.nextGaussian())),
    BIMODAL(
        random -> random.nextInt(10) < 7 ? 2 + random.nextDouble() : 40 + 5 * random.nextDouble()),
    UNIFORM(random -> 1 + 99 * random.nextDouble());

    private final ToDoubleFunction<Random> next;

    Shape(ToDoubleFunction<Random> next) {
      this.next = next;
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Half of the runs end within the half, nine in ten within the most")
  void calibrated(Shape shape) {
    var random = new Random(7);
    int asked = 0;
    int half = 0;
    int most = 0;
    for (int i = 0; i < 6_000; i++) {
      double next = shape.next.applyAsDouble(random);
      double elapsed = shape.next.applyAsDouble(random) / 2;
      var estimate = after(elapsed);
      if (next > elapsed && estimate != null && estimate.most() != null) {
        asked++;
        double left = next - elapsed;
        half += left <= estimate.half().toNanos() / 1e9 ? 1 : 0;
        most += left <= estimate.most().toNanos() / 1e9 ? 1 : 0;
      }
      estimator.learn("crawl", seconds(next), false);
    }
    assertThat(asked).isGreaterThan(2_000);
    assertThat(100.0 * half / asked).isBetween(45.0, 60.0);
    assertThat(100.0 * most / asked).isBetween(87.0, 96.0);
  }
}
