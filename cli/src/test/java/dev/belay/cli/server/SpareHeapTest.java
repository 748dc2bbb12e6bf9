package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("FAULT-3: what large messages took of the heap is given back")
final class SpareHeapTest {
  private static final long MIB = 1 << 20;

  private final HandTime time = new HandTime();
  private long used = 30 * MIB;
  private int collections;
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private SpareHeap watched() {
    return new SpareHeap(
        time,
        () -> used,
        () -> {
          collections++;
          used = 35 * MIB;
        },
        threads::add);
  }

  /** Runs the work started by a check, in place of its thread. */
  private void collect() {
    threads.remove().run();
  }

  private void pass() {
    time.advance(Duration.ofSeconds(10));
  }

  @Test
  void onceAndAfterItIsQuiet() {
    try (var _ = watched()) {
      used = 200 * MIB;
      pass();
      assertThat(collections).as("while it grows").isZero();
      pass();
      collect();
      assertThat(collections).isEqualTo(1);
      pass();
      pass();
      assertThat(threads).isEmpty();
      used = 90 * MIB;
      pass();
      pass();
      collect();
      assertThat(collections).isEqualTo(2);
    }
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("under calls that never pause, after a minute, and then after another")
  void underLoad() {
    try (var _ = watched()) {
      for (int minute = 1; minute <= 3; minute++) {
        for (int period = 0; period < 5; period++) {
          used += 20 * MIB;
          pass();
          assertThat(threads).isEmpty();
        }
        used += 20 * MIB;
        pass();
        collect();
        assertThat(collections).isEqualTo(minute);
      }
    }
  }

  @Test
  @DisplayName("P4: the timer never waits for a collection, and has no second one begin beside it")
  void notOnTheTimer() {
    try (var _ = watched()) {
      used = 200 * MIB;
      for (int period = 0; period < 5; period++) {
        pass();
        assertThat(collections).isZero();
      }
      assertThat(threads).hasSize(1);
      collect();
      used = 200 * MIB;
      pass();
      pass();
      assertThat(threads).hasSize(1);
    }
  }

  @Test
  void notForLittle() {
    try (var _ = watched()) {
      for (int period = 0; period < 100; period++) {
        used = (30 + period % 40) * MIB;
        pass();
      }
      assertThat(threads).isEmpty();
    }
  }
}
