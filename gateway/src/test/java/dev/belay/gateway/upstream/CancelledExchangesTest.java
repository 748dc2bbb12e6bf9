package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class CancelledExchangesTest {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final long SILENCE = Duration.ofMinutes(5).toNanos();

  private record Somebody() implements Asker {
    @Override
    public Asker afterwards() {
      return this;
    }
  }

  private final CancelledExchanges cancelled = new CancelledExchanges();

  @Test
  @DisplayName("A cancelled request counts as over after five silent minutes")
  void aCancelledRequestIsOverAfterFiveSilentMinutes() {
    cancelled.addRunning(1, new TakenBack(new Somebody()), 0);
    assertThat(cancelled.running(SILENCE - 1, GRACE)).hasSize(1);
    assertThat(cancelled.running(SILENCE, GRACE)).isEmpty();
  }

  @Test
  @DisplayName("A cancelled request with further progress runs, and no longer counts as stopping")
  void progressShowsThatACancelledRequestStillRuns() {
    cancelled.addRunning(1, new TakenBack(new Somebody()), 0);
    assertThat(cancelled.heard(1, SILENCE - 1)).isNotNull();
    assertThat(cancelled.running(2 * SILENCE - 2, GRACE))
        .containsExactly(new StillRunning(new Somebody(), /* isStopping= */ false));
    assertThat(cancelled.running(2 * SILENCE - 1, GRACE)).isEmpty();
  }

  @Test
  @DisplayName("PEER-4: a responsive server has obeyed after its grace, unless it continues")
  void aResponsiveServerHasObeyedAfterItsGrace() {
    cancelled.addRunning(1, new TakenBack(new Somebody()), 0);
    cancelled.obeyed(1);
    assertThat(cancelled.running(1, GRACE)).isEmpty();
    assertThat(cancelled.heard(1, 5)).isNotNull();
    assertThat(cancelled.running(6, GRACE))
        .containsExactly(new StillRunning(new Somebody(), /* isStopping= */ false));
    cancelled.obeyed(1);
    assertThat(cancelled.running(7, GRACE)).as("it was heard since").hasSize(1);
  }
}
