package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LimitsTest {
  @Test
  @DisplayName("S0-27, C5: 1800 s in all and 120 s of silence unless told otherwise")
  void theDefaultsAreThoseOfTheSpecification() {
    assertThat(Limits.DEFAULT.timeout()).isEqualTo(Duration.ofSeconds(1800));
    assertThat(Limits.DEFAULT.idleTimeout()).isEqualTo(Duration.ofSeconds(120));
  }

  @Test
  @DisplayName("S0-6, S0-7, S0-8, S0-31: silence may not last longer than the whole run")
  void anIdleLimitBeyondTheTotalOneIsClamped() {
    assertThat(Limits.ofSeconds(180, 300)).isEqualTo(Limits.ofSeconds(180, 180));
    assertThat(Limits.ofSeconds(180, 180).idleTimeout()).isEqualTo(Duration.ofSeconds(180));
  }

  @Test
  @DisplayName("S0-4, S0-5, S0-14, S0-15: a zero beside a limit stays zero")
  void zeroIsNeverClamped() {
    assertThat(Limits.ofSeconds(0, 120).idleTimeout()).isEqualTo(Duration.ofSeconds(120));
    assertThat(Limits.ofSeconds(0, 120).timeout()).isZero();
    assertThat(Limits.ofSeconds(180, 0).idleTimeout()).isZero();
  }

  @Test
  @DisplayName("S0-32, C6: negative counts as zero")
  void negativeIsZero() {
    assertThat(Limits.ofSeconds(-1, -5)).isEqualTo(Limits.NONE);
    assertThat(Limits.ofSeconds(-1, 120)).isEqualTo(Limits.ofSeconds(0, 120));
  }

  @Test
  @DisplayName("S0-16: both zero is no limit at all")
  void bothZeroIsNone() {
    assertThat(Limits.ofSeconds(0, 0).isNone()).isTrue();
    assertThat(Limits.ofSeconds(1, 0).isNone()).isFalse();
    assertThat(Limits.ofSeconds(0, 1).isNone()).isFalse();
  }

  @Test
  @DisplayName("C28: a wish sets both limits, shortens freely, lengthens up to the total one")
  void aWishIsGrantedUpToTheTotalLimit() {
    var limits = Limits.ofSeconds(1800, 120);
    assertThat(limits.wished(Duration.ofSeconds(30))).isEqualTo(Limits.ofSeconds(30, 30));
    assertThat(limits.wished(Duration.ofSeconds(600))).isEqualTo(Limits.ofSeconds(600, 600));
    assertThat(limits.wished(Duration.ofSeconds(9000))).isEqualTo(Limits.ofSeconds(1800, 1800));
    assertThat(Limits.ofSeconds(0, 120).wished(Duration.ofSeconds(9000)))
        .isEqualTo(Limits.ofSeconds(9000, 9000));
  }

  @Test
  @DisplayName("C28: a wish for nothing changes nothing")
  void aWishThatIsNotPositiveChangesNothing() {
    assertThat(Limits.DEFAULT.wished(Duration.ZERO)).isEqualTo(Limits.DEFAULT);
    assertThat(Limits.DEFAULT.wished(Duration.ofSeconds(-1))).isEqualTo(Limits.DEFAULT);
  }
}
