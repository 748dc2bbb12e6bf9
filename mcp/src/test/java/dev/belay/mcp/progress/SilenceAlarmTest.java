package dev.belay.mcp.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C16: silence rings after 5 s, and every 10 s from then on")
final class SilenceAlarmTest {
  private final HandTime time = new HandTime();
  private final List<Long> rungAt = new ArrayList<>();

  private SilenceAlarm start(KeepAlive terms) {
    return SilenceAlarm.start(
        terms, time, () -> rungAt.add(Duration.ofNanos(time.nanos()).toSeconds()));
  }

  private void advance(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  @Test
  @DisplayName("while nothing is said")
  void rings() {
    try (var _ = start(KeepAlive.DEFAULT)) {
      advance(36);
    }
    assertThat(rungAt).containsExactly(5L, 15L, 25L, 35L);
  }

  @Test
  @DisplayName("not before what was said is as old as the interval")
  void waits() {
    try (var alarm = start(KeepAlive.DEFAULT)) {
      advance(4);
      alarm.spoke();
      advance(9);
      assertThat(rungAt).isEmpty();
      advance(1);
      assertThat(rungAt).containsExactly(14L);
      advance(7);
      alarm.spoke();
      advance(10);
      assertThat(rungAt).containsExactly(14L, 31L);
      assertThat(alarm.elapsed()).isEqualTo(Duration.ofSeconds(31));
    }
  }

  @Test
  @DisplayName("never once it is closed, and never where either of its terms is zero")
  void never() {
    start(KeepAlive.DEFAULT).close();
    start(KeepAlive.OFF).close();
    try (var _ = start(new KeepAlive(Duration.ofSeconds(5), Duration.ZERO))) {
      advance(100);
    }
    assertThat(rungAt).isEmpty();
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("a ring that closes its own alarm is the last one")
  void closesItself() {
    var alarms = new ArrayList<SilenceAlarm>();
    alarms.add(
        SilenceAlarm.start(
            KeepAlive.DEFAULT,
            time,
            () -> {
              rungAt.add(0L);
              alarms.getFirst().close();
            }));
    advance(100);

    assertThat(rungAt).hasSize(1);
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("what is said is in tenths of a second")
  void text() {
    assertThat(KeepAlive.text(Duration.ofMillis(5_049))).isEqualTo("Still running, 5 s");
    assertThat(KeepAlive.text(Duration.ofMillis(15_190))).isEqualTo("Still running, 15.1 s");
    assertThat(KeepAlive.text(Duration.ofHours(9))).matches(KeepAlive::isText);
    assertThat(KeepAlive.text(Duration.ofMillis(15_190))).matches(KeepAlive::isText);
    for (var other : List.of("", "Still running", "Still running, 5s of 9", "still running, 5s")) {
      assertThat(KeepAlive.isText(other)).as(other).isFalse();
    }
  }
}
