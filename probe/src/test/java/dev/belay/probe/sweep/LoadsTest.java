package dev.belay.probe.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.probe.peer.ConnectionLimits;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Loads as they are typed, and what the client needs for them")
final class LoadsTest {
  @Test
  void blanksAreSkippedAndTheRestIsSortedAndUnique() {
    assertThat(Loads.concurrency(" 120, 40,,80 ,40,")).containsExactly(40.0, 80.0, 120.0);
    assertThat(Loads.rates("0.5, 200,10")).containsExactly(0.5, 10.0, 200.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "40,x", "1.5", "1e3", "99999999999", "NaN"})
  void theyArePositiveWholeNumbers(String text) {
    assertThatThrownBy(() -> Loads.concurrency(text))
        .hasMessageStartingWith("concurrency values must be positive integers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " , ,"})
  void oneIsNeeded(String text) {
    assertThatThrownBy(() -> Loads.concurrency(text))
        .hasMessageStartingWith("at least one concurrency value is needed");
  }

  @Test
  void aRateIsAboveZero() {
    assertThatThrownBy(() -> Loads.rates("0.0")).hasMessageStartingWith("rates must be positive");
  }

  @Test
  @DisplayName("S4-27: room for the largest concurrency, and never little")
  void connectionsFollowTheLargestLoad() {
    assertThat(ConnectionLimits.of(120)).isEqualTo(new ConnectionLimits(136, 136));
    assertThat(ConnectionLimits.of(20)).isEqualTo(new ConnectionLimits(64, 64));
    assertThatThrownBy(() -> ConnectionLimits.of(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
