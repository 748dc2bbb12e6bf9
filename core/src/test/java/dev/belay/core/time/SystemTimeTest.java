package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("The machine's clock")
@Tag("process")
class SystemTimeTest {
  private final Time time = Time.system();

  @Test
  @DisplayName("a wait that its limit ends leaves nothing at what it waited for")
  void waitsLeaveNothing() throws InterruptedException {
    var stage = new CompletableFuture<Boolean>();
    for (int i = 0; i < 100; i++) {
      assertThat(time.await(stage, Duration.ofNanos(1))).isFalse();
    }
    assertThat(stage.getNumberOfDependents()).isZero();
  }

  @Test
  @DisplayName("a stage that failed or was cancelled is complete")
  void failuresAreEnds() throws InterruptedException {
    var failed = CompletableFuture.failedFuture(new IllegalStateException("of a test"));
    var cancelled = new CompletableFuture<Boolean>();
    cancelled.cancel(/* mayInterruptIfRunning= */ false);
    assertThat(time.await(failed, Duration.ofHours(1))).isTrue();
    assertThat(time.await(cancelled, Duration.ofHours(1))).isTrue();
    assertThat(time.await(failed.minimalCompletionStage(), Duration.ofHours(1))).isTrue();
  }
}
