package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.server.ServerBounds.Patience;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P22: what a request may take in all, although the sweep comes by only now and then")
final class PatienceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();

  private static Patience within(Duration limit) {
    return Patience.defaults().requestWithin(limit);
  }

  @ParameterizedTest
  @CsvSource({"PT10S,PT6S", "PT2S,PT1.2S", "PT1.5S,PT1.5S", "PT0.3S,PT0.3S", "P365D,P219D"})
  @DisplayName("It is judged sooner, unless the limit is hardly longer than a sweep")
  void itIsJudgedSooner(Duration limit, Duration judged) {
    assertThat(within(limit).head()).isEqualTo(judged);
    assertThat(within(limit).body()).isEqualTo(judged);
    assertThat(within(limit).idle()).isEqualTo(Patience.defaults().idle());
  }

  @Test
  void theDefaultsAreThoseOfTenSeconds() {
    assertThat(within(Duration.ofSeconds(10))).isEqualTo(Patience.defaults());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 10, 30})
  @DisplayName("A request that never becomes whole is refused before its limit, and not at once")
  void aRequestIsRefusedBeforeItsLimit(int seconds) throws IOException {
    var bounds = ServerBounds.defaults().patience(within(Duration.ofSeconds(seconds)));
    try (var server = new TestServer(TestRoutes.ECHO, bounds, time);
        var client = server.client()) {
      client.send("GET /path HT");
      settle(server);
      int took = 0;
      while (!client.hasAnswer()) {
        time.advance(SECOND);
        settle(server);
        took++;
      }
      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(took).isLessThan(seconds).isGreaterThan(seconds / 2);
    }
  }

  /** When this returns, the server has read all earlier bytes at the present time of the clock. */
  private static void settle(TestServer server) throws IOException {
    try (var other = server.client()) {
      assertThat(other.post("/echo", "").answer().status()).isEqualTo(200);
    }
  }
}
