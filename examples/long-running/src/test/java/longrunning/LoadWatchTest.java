package longrunning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.belay.testkit.tool.ToolTester;
import dev.belay.testkit.tool.ToolTesterExtension;
import dev.belay.tools.declare.Tools;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Minutes and hours of virtual time, which are over at once. */
class LoadWatchTest {
  /** A machine whose load is 1, 2, 3 and so on. */
  private final AtomicInteger readings = new AtomicInteger();

  @RegisterExtension
  final ToolTesterExtension tools =
      ToolTesterExtension.of(() -> Tools.of(new LoadWatch(readings::incrementAndGet)));

  @Test
  @DisplayName("Five minutes are watched unless told otherwise, each reading being a heartbeat")
  void watchesForMinutes(ToolTester tester) {
    tester
        .call("watch_load", Map.of())
        .succeeded()
        .gave(new LoadWatch.Seen(30, 15.5, 30))
        .lasted(Duration.ofMinutes(5));
  }

  @Test
  @DisplayName("The client hears how far it got")
  void reportsProgress(ToolTester tester) {
    var outcome = tester.call("watch_load", Map.of("readings", 3, "pause", 60));
    outcome.beat("load 1.00", "load 2.00", "load 3.00");
    assertEquals(3.0, outcome.heartbeats().getLast().total());
  }

  @Test
  @DisplayName("Two hours are no hang: silence is what is limited")
  void maySeemEndless(ToolTester tester) {
    tester
        .call("watch_load", Map.of("readings", 120, "pause", 60))
        .succeeded()
        .lasted(Duration.ofHours(2));
  }

  @Test
  @DisplayName("Taken back, it stops in the middle of its pause, and reads nothing more")
  void stopsWhenCancelled(ToolTester tester) {
    tester
        .start("watch_load", Map.of())
        .cancelAfter(Duration.ofSeconds(95))
        .end()
        .ended("cancelled")
        .lasted(Duration.ofSeconds(95));
    tester.pass(Duration.ofHours(1));
    assertEquals(9, readings.get());
  }

  @Test
  @DisplayName("Too many readings are refused before the first")
  void refusesTooMany(ToolTester tester) {
    tester.call("watch_load", Map.of("readings", 1_000)).failed().mentioned("readings");
    assertEquals(0, readings.get());
  }
}
