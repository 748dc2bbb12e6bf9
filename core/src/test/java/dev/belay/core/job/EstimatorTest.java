package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.job.Estimator.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("S2-15, S2-19, S2-20: how long a call takes is estimated from earlier ones")
final class EstimatorTest {
  private static final Kind CRAWL = kind("crawl");

  private final Estimator estimator = new Estimator();

  private static Kind kind(String tool) {
    return new Kind("docs", tool, 0);
  }

  private void learn(int runs, double seconds) {
    for (int i = 0; i < runs; i++) {
      estimator.learn(CRAWL, seconds(seconds), false);
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private Estimator.@Nullable Estimate after(double elapsed) {
    return estimator.estimate(CRAWL, seconds(elapsed), null);
  }

  @Test
  @DisplayName("Nothing is known of a tool before eight runs, but what is declared")
  void cold() {
    learn(7, 3);
    assertThat(after(0)).isNull();
    var declared = estimator.estimate(CRAWL, seconds(5), seconds(45));
    assertThat(declared).isEqualTo(new Estimator.Estimate(seconds(40), null, 0));
    assertThat(estimator.estimate(CRAWL, seconds(50), seconds(45))).isNull();
    assertThat(estimator.estimate(kind("other"), Duration.ZERO, null)).isNull();
  }

  @Test
  @DisplayName("Runs count more than what is declared; nine in ten needs twenty of them")
  void warm() {
    learn(8, 10);
    var few = estimator.estimate(CRAWL, Duration.ZERO, seconds(45));
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
      estimator.learn(CRAWL, seconds(5), true);
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
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, seconds(45))).isFalse();
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, seconds(60))).isTrue();
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, null)).isFalse();
    learn(19, 300);
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, seconds(1))).isTrue();
    learn(4, 2);
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, null)).isFalse();
  }

  @Test
  @DisplayName("A tool that ends a little before a moment is not handed off at once")
  void shortlyBefore() {
    learn(20, 45);
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, null)).isFalse();
    assertThat(estimator.isLongerThan(seconds(30), CRAWL, null)).isTrue();
  }

  @Test
  @DisplayName("Runs that were cut short early do not make a tool a slow one")
  void cutShort() {
    for (int i = 0; i < 50; i++) {
      estimator.learn(CRAWL, seconds(1), true);
    }
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, null)).isFalse();
  }

  @Test
  @DisplayName("So many tools are remembered, the least recently used is not")
  void bounded() {
    learn(8, 3);
    for (int i = 0; i < Estimator.MOST - 1; i++) {
      estimator.learn(kind("tool " + i), seconds(1), false);
    }
    assertThat(after(0)).isNotNull();
    estimator.learn(kind("one more"), seconds(1), false);
    assertThat(after(0)).isNotNull();
    for (int i = 0; i < Estimator.MOST; i++) {
      estimator.learn(kind("other " + i), seconds(1), false);
    }
    assertThat(after(0)).isNull();
  }

  @Test
  @DisplayName("Calls of a shape are compared with each other once eight have ended")
  void shapes() {
    var large = new Kind("docs", "crawl", 1);
    var small = new Kind("docs", "crawl", 2);
    for (int i = 0; i < 7; i++) {
      estimator.learn(large, seconds(100), false);
      estimator.learn(small, seconds(1), false);
    }
    var ofTool = estimator.estimate(large, Duration.ZERO, null);
    assertThat(ofTool).isEqualTo(after(0)).isNotNull();
    assertThat(ofTool.runs()).isEqualTo(14);
    estimator.learn(large, seconds(100), false);
    var ofShape = estimator.estimate(large, Duration.ZERO, null);
    assertThat(ofShape).isNotNull();
    assertThat(ofShape.runs()).isEqualTo(8);
    assertThat(ofShape.half()).isGreaterThan(seconds(80));
    assertThat(estimator.isLongerThan(seconds(50), large, null)).isTrue();
    assertThat(estimator.isLongerThan(seconds(50), small, null)).isFalse();
    assertThat(estimator.isLongerThan(seconds(50), CRAWL, null)).isFalse();
  }

  @Test
  @DisplayName("Estimates are compared with how long the jobs took, as far as that is known")
  void judged() {
    var estimate = new Estimator.Estimate(seconds(10), seconds(30), 20);
    estimator.judge(CRAWL, estimate, seconds(10), false);
    estimator.judge(CRAWL, estimate, seconds(20), false);
    estimator.judge(CRAWL, estimate, seconds(40), false);
    estimator.judge(CRAWL, new Estimator.Estimate(seconds(10), null, 8), seconds(5), false);
    // Cut short: within both, between them, beyond both.
    estimator.judge(CRAWL, estimate, seconds(5), true);
    estimator.judge(CRAWL, estimate, seconds(20), true);
    estimator.judge(CRAWL, estimate, seconds(40), true);
    assertThat(estimator.tools())
        .containsExactly(
            new Estimator.Learned(CRAWL, 0, null, new Estimator.Calibration(6, 2, 4, 2)));
    learn(8, 10);
    estimator.learn(new Kind("docs", "crawl", 5), seconds(1), false);
    assertThat(estimator.tools()).hasSize(1);
    assertThat(estimator.tools().getFirst().runs()).isEqualTo(9);
    assertThat(estimator.tools().getFirst().estimate()).isNotNull();
  }

  @Test
  @DisplayName("Runs that were stored count as those that came before")
  void recalled() {
    learn(300, 5);
    learn(100, 60);
    estimator.learn(CRAWL, seconds(70), true);
    var stored = estimator.takeFresh();
    assertThat(estimator.takeFresh()).as("given out once").isEmpty();
    learn(30, 90);
    var later = new Estimator();
    for (int i = 0; i < 30; i++) {
      later.learn(CRAWL, seconds(90), false);
    }
    later.recall(stored);
    assertThat(later.estimate(CRAWL, Duration.ZERO, null))
        .usingRecursiveComparison()
        .withComparatorForType(
            (one, other) -> Math.abs(one.toMillis() - other.toMillis()) < 50 ? 0 : 1,
            Duration.class)
        .isEqualTo(after(0));
    assertThat(later.takeFresh()).as("what was stored is not new").hasSize(1);
  }

  @Test
  @DisplayName("Runs of two programs add up where they are stored, and unreadable ones are nothing")
  void stored() {
    learn(8, 10);
    var first = estimator.takeFresh().getFirst();
    learn(8, 10);
    var second = estimator.takeFresh().getFirst();
    var sum = new Estimator();
    sum.recall(List.of(second.after(first.runs())));
    assertThat(sum.estimate(CRAWL, Duration.ZERO, null)).isEqualTo(after(0));
    for (var bytes : new byte[][] {{}, {1}, {2, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 99, 0, 0, 0, 0}}) {
      assertThat(second.after(bytes)).isEqualTo(second);
      sum.recall(List.of(new Estimator.Known(kind("x"), bytes)));
    }
    estimator.giveBack(List.of(first));
    learn(1, 10);
    var other = new Estimator();
    other.recall(estimator.takeFresh());
    assertThat(other.estimate(CRAWL, Duration.ZERO, null))
        .extracting(Estimator.Estimate::runs)
        .isEqualTo(9);
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
      estimator.learn(CRAWL, seconds(next), false);
    }
    assertThat(asked).isGreaterThan(2_000);
    assertThat(100.0 * half / asked).isBetween(45.0, 60.0);
    assertThat(100.0 * most / asked).isBetween(87.0, 96.0);
  }
}
