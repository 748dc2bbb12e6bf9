package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("FAULT-3: what large messages and ended calls took of the heap is given back")
final class SpareHeapTest {
  private static final long MIB = 1 << 20;

  private final HandTime time = new HandTime();
  private long used = 30 * MIB;
  private long left = 35 * MIB;
  private int collections;
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private SpareHeap watched() {
    return new SpareHeap(
        time,
        () -> used,
        () -> {
          collections++;
          used = left;
        },
        threads::add);
  }

  /** Runs the work started by a check, in place of its thread. */
  private void collect() {
    threads.remove().run();
  }

  private void pass() {
    time.advance(Duration.ofSeconds(5));
  }

  @Test
  @DisplayName("once much was used, and then only once as much was used again")
  void onceAndAgain() {
    try (var _ = watched()) {
      used = 200 * MIB;
      pass();
      collect();
      assertThat(collections).isEqualTo(1);
      pass();
      used = 80 * MIB;
      pass();
      assertThat(threads).isEmpty();
      used = 90 * MIB;
      pass();
      collect();
      assertThat(collections).isEqualTo(2);
    }
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("later where much stays in use, of which a collection takes longer")
  void whereMuchIsInUse() {
    left = 300 * MIB;
    try (var _ = watched()) {
      used = 400 * MIB;
      pass();
      collect();
      used = 440 * MIB;
      pass();
      assertThat(threads).isEmpty();
      used = 460 * MIB;
      pass();
      collect();
      assertThat(collections).isEqualTo(2);
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
