package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.model.provider.Endpoint.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Retry-After is seconds or a date (RFC 9110 §10.2.3)")
final class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-22T08:49:30Z");

  @Test
  void seconds() {
    assertThat(RetryAfter.of(" 120 ", NOW)).isEqualTo(Duration.ofMinutes(2));
    assertThat(RetryAfter.of("0", NOW)).isEqualTo(Duration.ZERO);
  }

  @Test
  void date() {
    assertThat(RetryAfter.of("Sun, 22 Nov 2026 08:49:37 GMT", NOW))
        .isEqualTo(Duration.ofSeconds(7));
    assertThat(RetryAfter.of("Sun, 22 Nov 2026 08:49:00 GMT", NOW)).isEqualTo(Duration.ZERO);
  }

  @Test
  void neither() {
    for (var odd : new String[] {"", "soon", "-1", "1.5", "99999999999999999999", "2026-11-22"}) {
      assertThat(RetryAfter.of(odd, NOW)).as(odd).isNull();
    }
  }
}
