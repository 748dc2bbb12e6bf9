package dev.belay.mcp.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JSON that Belay writes itself")
class JsonTextTest {
  @Test
  void membersComeInTheirOrder() {
    var json =
        new JsonText()
            .text("a", "one \"two\"")
            .text("b", null)
            .number("c", 7)
            .flag("d", true)
            .object("e", new JsonText())
            .objects("f", List.of(new JsonText().number("x", 1), new JsonText()));
    assertThat(json)
        .hasToString(
            "{\"a\":\"one"
                + " \\\"two\\\"\",\"b\":null,\"c\":7,\"d\":true,\"e\":{},\"f\":[{\"x\":1},{}]}");
  }

  @Test
  void secondsAreToldToTheMillisecond() {
    assertThat(new JsonText().seconds("s", Duration.ofMillis(12_045)).seconds("n", null))
        .hasToString("{\"s\":12.045,\"n\":null}");
    assertThat(new JsonText().seconds("s", Duration.ofSeconds(3)).seconds("m", Duration.ofNanos(9)))
        .hasToString("{\"s\":3,\"m\":0}");
  }

  @Test
  @DisplayName("What JSON has no number for is null")
  void oddNumbers() {
    var json =
        new JsonText()
            .number("a", Double.NaN)
            .number("b", Double.POSITIVE_INFINITY)
            .number("c", 0.25)
            .number("d", 3.0)
            .number("e", (Double) null);
    assertThat(json).hasToString("{\"a\":null,\"b\":null,\"c\":0.25,\"d\":3,\"e\":null}");
  }
}
