package dev.belay.core.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Random choices that all follow from one seed. */
record Dice(Random random) {
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  int upTo(int bound) {
    return random.nextInt(bound + 1);
  }

  @SafeVarargs
  final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Often whole seconds, so that deadlines, ends and cancellations coincide in one nanosecond. */
  Duration moment(int seconds) {
    var whole = Duration.ofSeconds(random.nextInt(seconds) + 1L);
    return switch (random.nextInt(6)) {
      case 0 -> whole.minusNanos(1);
      case 1 -> whole.plusNanos(1);
      case 2 -> Duration.ofMillis(random.nextInt(seconds * 1_000) + 1L);
      default -> whole;
    };
  }
}
