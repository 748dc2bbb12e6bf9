package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.upstream.RestartPolicy.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P11: a crashed server comes back at once, then with pauses, and at last stays down")
final class RestartPolicyTest {
  private final RestartPolicy policy = new RestartPolicy();

  @Test
  void pausesGrowAndTheFifthCrashKeepsTheServerDown() {
    assertThat(crashes(0, 1, 2, 3, 4))
        .containsExactly(
            new Verdict.Again(Duration.ZERO),
            new Verdict.Again(Duration.ofMillis(200)),
            new Verdict.Again(Duration.ofMillis(400)),
            new Verdict.Again(Duration.ofMillis(800)),
            new Verdict.StayDown(Duration.ofSeconds(30)));
  }

  @Test
  void afterTheTimeDownCountingStartsAnew() {
    var _ = crashes(0, 1, 2, 3, 4);
    assertThat(crashes(34)).containsExactly(new Verdict.Again(Duration.ZERO));
  }

  @Test
  void crashesOfMoreThanAMinuteAgoDoNotCount() {
    assertThat(crashes(0, 61, 122, 183, 244, 305)).containsOnly(new Verdict.Again(Duration.ZERO));
    assertThat(crashes(310, 320, 330)).last().isEqualTo(new Verdict.Again(Duration.ofMillis(800)));
  }

  @Test
  void aCrashExactlyAMinuteAgoCounts() {
    assertThat(crashes(0, 60)).last().isEqualTo(new Verdict.Again(Duration.ofMillis(200)));
  }

  @Test
  void anyOriginOfTheClockWorks() {
    long start = Long.MAX_VALUE - Duration.ofSeconds(2).toNanos();
    for (int i = 0; i < 4; i++) {
      assertThat(policy.crashed(start + Duration.ofSeconds(i).toNanos()))
          .isInstanceOf(Verdict.Again.class);
    }
    assertThat(policy.crashed(start + Duration.ofSeconds(4).toNanos()))
        .isInstanceOf(Verdict.StayDown.class);
  }

  @Test
  void pausesOfReplacementsGrowAndNeverKeepTheServerDown() {
    var pauses = new ArrayList<Long>();
    for (int i = 0; i < 8; i++) {
      pauses.add(policy.replaced(Duration.ofSeconds(i).toNanos()).toMillis());
    }
    assertThat(pauses).containsExactly(0L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
    assertThat(policy.replaced(Duration.ofSeconds(68).toNanos())).isEqualTo(Duration.ZERO);
  }

  @Test
  void thePauseStaysBoundedForAnyNumberOfReplacements() {
    for (int i = 0; i < 100; i++) {
      var _ = policy.replaced(0);
    }
    assertThat(policy.replaced(0)).isEqualTo(RestartPolicy.LONGEST);
  }

  private List<Verdict> crashes(long... seconds) {
    var verdicts = new ArrayList<Verdict>();
    for (long second : seconds) {
      verdicts.add(policy.crashed(Duration.ofSeconds(second).toNanos()));
    }
    return verdicts;
  }
}
