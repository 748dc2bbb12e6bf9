package dev.belay.gateway.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.era.Era;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("-32601: each era has its own methods")
final class EraMethodsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/result",
        "tasks/list"
      })
  void aModernClientMayNotSendLegacyMethods(String method) {
    assertThat(EraMethods.hasRequest(Era.MODERN, method)).isFalse();
    assertThat(EraMethods.hasRequest(Era.LEGACY, method)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"server/discover", "subscriptions/listen", "tasks/update"})
  void aLegacyClientMayNotSendModernMethods(String method) {
    assertThat(EraMethods.hasRequest(Era.LEGACY, method)).isFalse();
    assertThat(EraMethods.hasRequest(Era.MODERN, method)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/list", "tools/call", "tasks/get", "tasks/cancel", "vendor/x", ""})
  void bothErasMaySendCommonMethods(String method) {
    assertThat(EraMethods.hasRequest(Era.LEGACY, method)).isTrue();
    assertThat(EraMethods.hasRequest(Era.MODERN, method)).isTrue();
  }

  @Test
  void onlyThreeRequestsMayBeAnsweredWithAQuestion() {
    assertThat(EraMethods.mayAsk("tools/call")).isTrue();
    assertThat(EraMethods.mayAsk("prompts/get")).isTrue();
    assertThat(EraMethods.mayAsk("resources/read")).isTrue();
    assertThat(EraMethods.mayAsk("tools/list")).isFalse();
  }
}
