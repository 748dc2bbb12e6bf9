package dev.belay.core.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KNOWN =
      List.of("timeout", "idle_timeout", "startup_timeout", "cancel_grace", "args");

  @ParameterizedTest
  @CsvSource({
    "timeuot, timeout",
    "Timeout, timeout",
    "idleTimeout, idle_timeout",
    "idle-timeout, idle_timeout",
    "startupTimeout, startup_timeout",
    "grace, ",
    "arg, args",
    "http, "
  })
  void aSlipFindsItsKeyAndAStrangerFindsNone(String given, String expected) {
    assertThat(Nearest.to(given, KNOWN)).isEqualTo(expected);
  }

  @Test
  void anAbsurdlyLongNameFindsNone() {
    assertThat(Nearest.to("timeout".repeat(100), KNOWN)).isNull();
  }
}
