package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A failure that a suite writes is seen whatever its exit code. */
class CommandOutputTest {
  @Test
  void aLineForEachClaimThatHoldsOrFalls() {
    var lines =
        List.of(
            "# peers/cancel.mjs",
            "ok 1 - a call is cancelled",
            "not ok 2 - it took too long",
            "  at cancel.mjs:3, not okay",
            "launcher     12 tests     3 s   FAILED: 2",
            "okay",
            "Tests run: 2, Failures: 1, Errors: 0, Skipped: 0");
    var claims = CommandOutput.claims(lines, Instant.EPOCH, Instant.MAX);
    assertThat(claims)
        .extracting(Claim::name)
        .containsExactly(lines.get(1), lines.get(2), lines.get(4));
    assertThat(claims)
        .extracting(claim -> claim.failure().isPresent())
        .containsExactly(false, true, true);
  }
}
