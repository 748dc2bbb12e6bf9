package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A clock whose waits go wrong as they are told to")
final class FaultyTimeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final HandTime inner = new HandTime();
  private final FaultyTime time = new FaultyTime(inner);

  @Test
  void withoutAFaultItIsTheOtherClock() throws InterruptedException {
    assertThat(time.await(CompletableFuture.completedFuture(1), HOUR)).isTrue();
    time.sleep(Duration.ZERO);
    var _ = time.after(HOUR, () -> {});
    assertThat(inner.armedTimers()).isEqualTo(1);
    inner.advance(HOUR);
    assertThat(time.nanos()).isEqualTo(HOUR.toNanos());
    assertThat(time.wall()).isEqualTo(inner.wall());
  }

  @Test
  void everyWaitFails() {
    var _ = time.with(FaultyTime.Fault.FAILS);
    assertThatThrownBy(() -> time.sleep(HOUR)).hasMessage("a wait that fails");
    assertThatThrownBy(() -> time.await(new CompletableFuture<>(), HOUR))
        .hasMessage("a wait that fails");
  }

  @Test
  void everyLimitHasPassedAtOnce() throws InterruptedException {
    var _ = time.with(FaultyTime.Fault.IMPATIENT);
    time.sleep(HOUR);
    assertThat(time.await(new CompletableFuture<>(), HOUR)).isFalse();
    assertThat(time.await(new CompletableFuture<>(), HOUR)).isFalse();
    assertThat(time.nanos()).isZero();
  }

  @Test
  void oneWaitIsAStallAndTheNextIsNot() throws InterruptedException {
    var _ = time.with(FaultyTime.Fault.STALLS);
    assertThat(time.await(CompletableFuture.completedFuture(1), HOUR)).isFalse();
    assertThat(time.nanos()).isEqualTo(HOUR.plusSeconds(10).toNanos());
    assertThat(time.await(CompletableFuture.completedFuture(1), HOUR)).isTrue();
  }
}
