package dev.belay.mcp.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("C28: a wish is read alike wherever it comes from")
final class TimeoutHintTest {
  @ParameterizedTest
  @CsvSource({
    "5000, 5000",
    "1e3, 1000",
    "0.5e3, 500",
    "0, 0",
    "-1, 0",
    "true, 0",
    "\"soon\", 0",
    "1e30, 315360000000",
    "1e99999999999, 0",
    "1e-999999999, 0",
    "00000000000000000000000000000000000000001, 0"
  })
  void literals(String literal, long millis) {
    assertThat(TimeoutHint.of(literal)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"timeout\":7000,\"_timeout\":1} | 7000",
        "{\"timeout\":0,\"_timeout\":7000} | 7000",
        "{\"_timeout\":7000} | 7000",
        "{\"timeout\":\"7000\"} | 0",
        "{} | 0"
      })
  void requests(String meta, long millis) throws MalformedEnvelope {
    var params = "{\"name\":\"x\",\"_meta\":" + meta + "}";
    var line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}";
    assertThat(TimeoutHint.of(Envelope.parse(line.getBytes(UTF_8), Bounds.DEFAULT)))
        .isEqualTo(TimeoutHint.ofParams(params.getBytes(UTF_8)))
        .isEqualTo(Duration.ofMillis(millis));
  }
}
