package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * P1, P6: every interleaving of threads that settle or advance a call is equivalent to a sequence:
 * one of them wins, and the state does not change after it.
 */
@Tag("interleavings")
class SettleLincheckTest {
  /**
   * The racing operations: a new object for each interleaving. Public because Lincheck creates it.
   */
  public static class Racers {
    private final Call call = unstarted();

    private static Call unstarted() {
      var id = new CallId("node", 1, 2);
      var info = new CallInfo(id, "tool", null, Caller.LOCAL, Instant.EPOCH);
      var governor = new Governor(GovernorOptions.system());
      return new Call(governor, info, CallRequest.of("tool", Payload.EMPTY));
    }

    @Operation
    public boolean complete() {
      return call.decide(new Outcome.Completed(Payload.EMPTY));
    }

    @Operation
    public boolean timeOut() {
      return call.decide(
          new Outcome.TimedOut(Limit.IDLE, Duration.ofSeconds(1), Duration.ofSeconds(1), null));
    }

    @Operation
    public boolean cancel() {
      return call.decide(new Outcome.Cancelled(Cause.USER, ""));
    }

    @Operation
    public boolean begin() {
      return call.advance(CallState.Running.RUNNING);
    }

    @Operation
    public String ended() {
      return call.outcome().map(Outcome::word).orElse("not ended");
    }
  }

  @Test
  @DisplayName("P1, P6: one wins, and a settled call never begins")
  void oneWinsInEveryInterleaving() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(1)
        .actorsAfter(1)
        .iterations(15)
        .invocationsPerIteration(100)
        .check(Racers.class);
  }
}
