package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P28: ids never cross")
final class RequestIdTest {
  @Test
  void aNumberIsNotTheStringOfIt() {
    assertThat(RequestId.of(1)).isNotEqualTo(RequestId.of("1"));
    assertThat(RequestId.of(1)).isEqualTo(read("1")).hasSameHashCodeAs(read("1"));
    assertThat(RequestId.of("1")).isEqualTo(read("\"1\"")).hasSameHashCodeAs(read("\"1\""));
  }

  @Test
  void stringsAreEqualByWhatTheySay() {
    assertThat(read("\"a\\u0062\\/\"")).isEqualTo(RequestId.of("ab/"));
    assertThat(read("\"A\"")).isNotEqualTo(RequestId.of("a"));
    assertThat(text(read("\"a\\u0062\"").json())).isEqualTo("\"a\\u0062\"");
  }

  @Test
  void numbersAreEqualByHowTheyAreWritten() {
    assertThat(read("1e3")).isNotEqualTo(RequestId.of(1000));
    assertThat(read("9223372036854775808")).isNotEqualTo(RequestId.of(Long.MAX_VALUE));
    assertThat(read("9007199254740993")).isNotEqualTo(RequestId.of(9007199254740992L));
  }

  @Test
  void nobodyCanChangeAnIdFromOutside() {
    RequestId id = RequestId.of(12);
    id.json()[0] = '9';

    assertThat(id).hasToString("12");
  }

  private static RequestId read(String json) {
    return Objects.requireNonNull(RequestId.read(utf8(json), new Span(0, utf8(json).length)));
  }
}
