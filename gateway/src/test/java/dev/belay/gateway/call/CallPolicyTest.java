package dev.belay.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Settings;
import dev.belay.core.call.Limits;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.TimeoutHint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("C28: a caller's wish sets both limits, each capped by the configured total")
final class CallPolicyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 1800000 | 300000",
        "{\"timeout\":5000} | 5000 | 5000",
        "{\"_timeout\":5000} | 5000 | 5000",
        "{\"timeout\":600000} | 600000 | 600000",
        "{\"timeout\":1e3} | 1000 | 1000",
        "{\"timeout\":0.5e3} | 500 | 500",
        "{\"timeout\":99999999} | 1800000 | 1800000",
        "{\"timeout\":1e16} | 1800000 | 1800000",
        "{\"timeout\":1e30} | 1800000 | 1800000",
        "{\"timeout\":1e999999999} | 1800000 | 1800000",
        "{\"timeout\":7000,\"_timeout\":1} | 7000 | 7000",
        "{\"timeout\":0,\"_timeout\":7000} | 7000 | 7000",
        "{\"timeout\":-1} | 1800000 | 300000",
        "{\"timeout\":1e99999999999} | 1800000 | 300000",
        "{\"timeout\":1e-99999999999} | 1800000 | 300000",
        "{\"timeout\":1e-999999999} | 1800000 | 300000",
        "{\"timeout\":true} | 1800000 | 300000",
        "{\"timeout\":null} | 1800000 | 300000",
        "{\"timeout\":\"soon\"} | 1800000 | 300000"
      })
  void aWishSetsBothLimits(String meta, long total, long idle) throws MalformedEnvelope {
    var line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\",\"_meta\":"
            + meta
            + "}}";
    var request = Envelope.parse(line.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
    assertThat(new CallPolicies(Settings.defaults(), "any").of("x").wished(TimeoutHint.of(request)))
        .isEqualTo(new Limits(Duration.ofMillis(total), Duration.ofMillis(idle)));
  }
}
