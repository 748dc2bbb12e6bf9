package dev.belay.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ClientLinkTest {
  @Test
  @DisplayName("What is no introduction, or a huge one, has no name")
  void noName() {
    for (var info : List.of("{\"name\":\"me\"}", "{\"version\":\"1\",\"name\":\"\\u006de\"}")) {
      assertThat(name(info)).isEqualTo("me");
    }
    assertThat(ClientLink.nameIn(null)).isEmpty();
    var huge = "{\"name\":\"me\",\"icon\":\"%s\"}";
    for (var info :
        List.of("\"me\"", "[]", "{}", "{\"name\":1}", huge.formatted("x".repeat(64 << 10)))) {
      assertThat(name(info)).as(info).isEmpty();
    }
    assertThat(name(huge.formatted("x".repeat(1 << 10)))).isEqualTo("me");
  }

  private static String name(String info) {
    return ClientLink.nameIn(info.getBytes(StandardCharsets.UTF_8));
  }
}
