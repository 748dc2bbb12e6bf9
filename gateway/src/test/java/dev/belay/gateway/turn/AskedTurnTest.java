package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The body of a request for a turn")
final class AskedTurnTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  private static AskedTurn asked(String more, String use) throws InvalidTurn {
    return AskedTurn.of(
        "{\"agentId\":\"a\",\"sessionId\":\"s\",%s\"toolUses\":[%s]}"
            .formatted(more, use)
            .getBytes(UTF_8));
  }

  private static AskedTool use(String use) throws InvalidTurn {
    return asked("", use).tools().getFirst();
  }

  @Test
  @DisplayName("C28: hints are taken from three places, and never passed on or compared")
  void hintsAreReadAndRemoved() throws InvalidTurn {
    var plain = use("{\"id\":\"1\",\"name\":\"t\",\"input\":{\"b\":1,\"a\":2}}");
    for (var spelled :
        new String[] {
          "\"input\":{\"b\":1,\"a\":2},\"_meta\":{\"timeout\":5000}",
          "\"input\":{\"a\":2,\"_timeout\":5000,\"b\":1}",
          "\"input\":{\"a\":2,\"b\":1,\"_meta\":{\"timeout\":5000}}"
        }) {
      var tool = use("{\"id\":\"1\",\"name\":\"t\"," + spelled + "}");
      assertThat(tool.hint()).hasSeconds(5);
      assertThat(tool.fingerprint()).isEqualTo(plain.fingerprint());
    }
    assertThat(plain.hint()).isZero();
    assertThat(use("{\"id\":\"1\",\"name\":\"t\",\"input\":{\"_timeout\":\"soon\"}}").hint())
        .isZero();
  }

  @Test
  @DisplayName("C28: a turn has the limit that it requests, up to the configured one")
  void aRequestedLimitIsBoundedByConfiguration() throws InvalidTurn {
    var use = "{\"id\":\"1\",\"name\":\"t\"}";
    assertThat(asked("", use).request("p", HALF_AN_HOUR).limit()).isEqualTo(HALF_AN_HOUR);
    assertThat(asked("\"timeoutMs\":7,", use).request("p", HALF_AN_HOUR).limit()).hasMillis(7);
    assertThat(asked("\"timeoutMs\":0,", use).request("p", HALF_AN_HOUR).limit())
        .isEqualTo(HALF_AN_HOUR);
    assertThat(asked("\"timeoutMs\":9999999,", use).request("p", HALF_AN_HOUR).limit())
        .isEqualTo(HALF_AN_HOUR);
    assertThat(asked("\"timeoutMs\":0,", use).request("p", Duration.ZERO).limit()).isZero();
  }

  @Test
  @DisplayName("SEC-I: names that would forge a line of a log are refused")
  void namesThatForgeLogLinesAreRefused() {
    assertThatThrownBy(() -> use("{\"id\":\"1\\n2\",\"name\":\"t\"}"))
        .hasMessage("toolUses[0].id has control characters");
    assertThatThrownBy(() -> use("{\"id\":\"1\",\"name\":\"" + "t".repeat(501) + "\"}"))
        .hasMessage("toolUses[0].name is longer than 500 characters");
    for (var code : List.of("\\u001b", "\\u009b", "\\u2028", "\\u202e", "\\u2066")) {
      assertThatThrownBy(() -> asked("\"parentTurnId\":\"" + code + "[2J\",", "{}"))
          .as(code)
          .hasMessage("parentTurnId has control characters");
    }
  }
}
