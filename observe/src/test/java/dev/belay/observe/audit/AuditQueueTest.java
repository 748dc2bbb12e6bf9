package dev.belay.observe.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Lines that find no room wait for it as long as they may")
class AuditQueueTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();
  private final AuditQueue queue = new AuditQueue(1, time);

  private static AuditQueue.Line line(String text) {
    return new AuditQueue.Line(text, new CompletableFuture<>());
  }

  private CompletableFuture<Boolean> put(String text) {
    var result = new CompletableFuture<Boolean>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            result.complete(queue.put(line(text), PATIENCE));
          } catch (InterruptedException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  @Test
  @DisplayName("Room that others took first is waited for again: none is lost before its time")
  void whoIsTooLateWaitsOn() throws InterruptedException {
    assertThat(queue.offer(line("first"))).isTrue();
    var puts = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < 20; i++) {
      puts.add(put("more"));
    }
    while (time.armedTimers() < 20) {
      Thread.onSpinWait();
    }
    int got = 0;
    while (got < 21) {
      got += queue.take().lines().size();
    }
    assertThat(puts).allMatch(CompletableFuture::join);
  }

  @Test
  @DisplayName("Where nothing is taken for so long, nobody else waits, until something is")
  void hopeless() throws InterruptedException {
    assertThat(queue.offer(line("first"))).isTrue();
    var waits = put("second");
    time.pass(PATIENCE);
    assertThat(waits.join()).isFalse();
    assertThat(queue.put(line("third"), PATIENCE)).isFalse();
    assertThat(queue.take().lines()).hasSize(1);
    assertThat(queue.put(line("fourth"), PATIENCE)).isTrue();
  }

  @Test
  @DisplayName("A line that is given up without waiting takes nobody else's hope")
  void droppingIsNoSign() throws InterruptedException {
    assertThat(queue.offer(line("first"))).isTrue();
    queue.drop(1);
    var waits = put("second");
    while (time.armedTimers() < 1) {
      Thread.onSpinWait();
    }
    assertThat(queue.take().dropped()).isEqualTo(1);
    assertThat(waits.join()).isTrue();
    assertThat(List.of(queue.take().lines().getFirst().fields())).containsExactly("second");
  }

  @Test
  void afterTheEndNobodyWaits() throws InterruptedException {
    queue.close();
    assertThat(queue.put(line("late"), PATIENCE)).isFalse();
    assertThat(queue.take().isEmpty()).isTrue();
  }

  @Test
  @DisplayName("SEC-H3: what waits is bounded in bytes, whatever its characters")
  void boundedInBytes() {
    var wide = new AuditQueue(AuditQueue.MOST, time);
    int taken = 0;
    while (wide.offer(line("\u0416".repeat(1 << 20)))) {
      taken++;
    }
    assertThat(taken).as("of 2 MiB each").isEqualTo(16);
  }
}
