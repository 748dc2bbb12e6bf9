package dev.belay.testkit.tool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a tool leaves running fails its test")
final class LeftBehindTest {
  private final ToolTester tester = ToolTester.of(new SampleTools());

  @Test
  @DisplayName("a call that the test did not see to its end")
  void running() {
    var _ = tester.start("read_pages", Map.of("pages", 3));
    tester.pass(Duration.ofSeconds(90));

    assertFails(tester::close, "a call of read_pages still runs");
  }

  @Test
  @DisplayName("a tool that goes on after its call, with where it is")
  void stubborn() {
    tester.start("stubborn", Map.of()).cancelAfter(Duration.ofSeconds(5)).end().ended("cancelled");

    assertFails(tester::close, "stubborn was stopped but goes on", "SampleTools.stubborn");
  }

  @Test
  @DisplayName("a timer")
  void timers() {
    tester.call("forgetful", Map.of()).succeeded();

    assertFails(tester::close, "1 timers are still armed");
  }

  @Test
  @DisplayName("a call without limits that waits for what never comes says where it waits")
  void stuck() {
    var stuck = tester.start("stuck", Map.of());

    assertFails(stuck::end, "waits for what virtual time cannot bring", "SampleTools.stuck");
    assertFails(tester::close, "a call of stuck still runs");
  }

  private static void assertFails(ThrowingCallable action, String... words) {
    assertThatThrownBy(action).isInstanceOf(AssertionError.class).message().contains(words);
  }
}
