package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.breaker.Breaker;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gate before a server that fails: open again once one call has been tried")
final class BreakerGateTest {
  private static final CallInfo CALL =
      new CallInfo(new CallId("here", 1, 2), "echo", "files", Caller.LOCAL, Instant.EPOCH);

  private final HandTime time = new HandTime();
  private final Breaker breaker = new Breaker("files", time);

  private void failOften() {
    for (int i = 0; i < 20; i++) {
      if (breaker.enter() instanceof Breaker.Admission admitted) {
        admitted.failed("it ended");
      }
    }
    time.advance(Duration.ofMinutes(10));
  }

  @Test
  void oneCallAtATimeIsTried() throws RefusedException {
    failOften();
    new BreakerGate(breaker).enter(CALL);
    assertThatThrownBy(() -> new BreakerGate(breaker).enter(CALL))
        .isInstanceOf(RefusedException.class);
  }

  @Test
  @DisplayName("A call that is cancelled just before it enters leaves the try to the next one")
  void aCallThatEndsBeforeItEntersTriesNothing() throws RefusedException {
    failOften();
    var gate = new BreakerGate(breaker);
    gate.ended(new Outcome.Cancelled(Cause.CLIENT, ""));
    gate.enter(CALL);
    assertThat(new BreakerGate(breaker).enter(CALL)).isNotNull();
  }

  @Test
  void noCallWaitsThere() {
    assertThat(new BreakerGate(breaker).mayWait()).isFalse();
  }
}
