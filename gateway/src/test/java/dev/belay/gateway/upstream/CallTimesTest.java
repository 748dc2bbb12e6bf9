package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C33: only what was started during one call alone is that call's")
final class CallTimesTest {
  private final CallTimes times = new CallTimes();

  @Test
  void aLonelyCallOwnsWhatBeganWhileItRan() {
    var call = times.begin(100);
    assertThat(times.wasAlone(call, 150, 160)).isTrue();
    assertThat(times.wasAlone(call, 90, 100)).as("perhaps just as it began").isTrue();
    assertThat(times.wasAlone(call, 80, 99)).as("before it").isFalse();
    call.end(200);
    assertThat(times.wasAlone(call, 200, 210)).as("perhaps just as it ended").isTrue();
    assertThat(times.wasAlone(call, 201, 210)).as("after it").isFalse();
  }

  @Test
  void anyOverlapWithAnotherCallLeavesItToNobody() {
    var before = times.begin(0);
    before.end(100);
    var call = times.begin(50);
    var after = times.begin(150);
    call.end(200);
    assertThat(times.wasAlone(call, 60, 70)).isFalse();
    assertThat(times.wasAlone(call, 100, 110)).as("the ends touch").isFalse();
    assertThat(times.wasAlone(call, 101, 149)).isTrue();
    assertThat(times.wasAlone(call, 101, 150)).isFalse();
    after.end(300);
    assertThat(times.wasAlone(call, 160, 170)).isFalse();
  }

  @Test
  void beyondWhatIsRememberedNothingIsAnybodysAlone() {
    var call = times.begin(0);
    for (int i = 1; i <= 2_000; i++) {
      times.begin(i).end(i);
    }
    assertThat(times.wasAlone(call, 5_000, 5_001)).isTrue();
    assertThat(times.wasAlone(call, 500, 501)).as("forgotten calls may have run then").isFalse();
  }

  @Test
  @DisplayName("A long call is not forgotten for many short ones: what is its own stays its own")
  void aCallThatRunsIsNeverForgotten() {
    var healthy = times.begin(0);
    for (int i = 1; i <= 2_000; i++) {
      times.begin(i).end(i);
    }
    var cancelled = times.begin(5_000);
    assertThat(times.wasAlone(cancelled, 6_000, 6_001)).as("the healthy one runs too").isFalse();
    healthy.end(7_000);
    assertThat(times.wasAlone(cancelled, 6_000, 6_001)).isFalse();
    assertThat(times.wasAlone(cancelled, 7_001, 7_002)).isTrue();
  }

  @Test
  void whatIsForgottenIsNotKnownAgainLater() {
    var call = times.begin(0);
    var first = times.begin(1);
    times.begin(2).end(900);
    first.end(3);
    for (int i = 1; i <= 1_024; i++) {
      times.begin(1_000).end(1_000);
    }
    assertThat(times.wasAlone(call, 800, 801)).as("the forgotten one ran until 900").isFalse();
    assertThat(times.wasAlone(call, 901, 902)).isTrue();
  }
}
