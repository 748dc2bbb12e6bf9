package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A mistyped option is refused rather than ignored: what is left over, bench/run refuses. */
class StallOptionsTest {
  @Test
  void aSecondBetweenStallsOfTwoToThreeIsUsual() {
    assertThat(StallOptions.take(new ArrayList<>()))
        .isEqualTo(
            new StallOptions(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3)));
  }

  @Test
  void whatIsUnderstoodIsTakenAndTheRestStays() {
    var typed =
        new ArrayList<>(
            List.of(
                "stalls",
                "--module=process,gateway",
                "--module=cli",
                "--tests=Relay*Test",
                "--seed=7",
                "--every=soon",
                "--from=4000",
                "--Module=x"));
    var options = StallOptions.take(typed);
    assertThat(typed).containsExactly("stalls", "--every=soon", "--Module=x");
    assertThat(options.modules()).containsExactlyInAnyOrder("process", "gateway", "cli");
    assertThat(options.tests()).hasValue("Relay*Test");
    assertThat(options.seed()).hasValue(7);
    assertThat(options.shortest()).isEqualTo(Duration.ofSeconds(4));
    assertThat(options.longest()).isEqualTo(Duration.ofSeconds(4));
  }
}
