package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.breaker.BreakerFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "A server that fails its calls is left alone for a while, and one whose tools fail is not")
final class LeftAloneTest extends Closing {
  @Test
  void aServerThatDoesNotStartIsNotStartedForEachCall() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over().options("--exit-at-start", "3")));
    var guest = crowd.modern();
    for (int i = 0; i < 10; i++) {
      assertThat(guest.call("" + i, "echo", "{}").text()).doesNotContain("left alone");
    }
    var starts = crowd.log("pid").size();
    assertThat(guest.call("10", "echo", "{}").text())
        .startsWith("The server \"faulty\" failed 10 of its last 10 calls, so it is left alone")
        .contains("tried again in 10 s");
    assertThat(crowd.log("pid")).hasSize(starts);
    crowd.time().advance(Duration.ofSeconds(10));
    assertThat(guest.call("11", "echo", "{}").text()).doesNotContain("left alone");
    assertThat(guest.call("12", "echo", "{}").text()).contains("tried again in 20 s");
  }

  @Test
  void whatToolsSayAndClientsTakeBackIsNoFailure() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    var guest = crowd.modern();
    for (int i = 0; i < 15; i++) {
      var call = guest.call("" + i, "hang_honouring_cancel", "{}");
      guest.cancel("" + i);
      var _ = call.answer();
      var _ = guest.call("\"e" + i + "\"", "no_such_tool", "{}").answer();
    }
    var figures = Objects.requireNonNull(crowd.relay().breakerFigures());
    assertThat(figures.state()).isEqualTo(BreakerFigures.State.CLOSED);
    assertThat(figures.failures()).isZero();
  }

  @Test
  @DisplayName("A long call that tries again and reports progress keeps nobody else out")
  void progressLetsTheOthersIn() throws IOException, InterruptedException {
    var setup = StdioHarness.over();
    var gate = setup.directory.resolve("gate");
    var crowd = opened(MultiClientHarness.of(setup.gatedBy(gate)));
    var guest = crowd.modern();
    for (int i = 0; i < 10; i++) {
      var _ = guest.call("" + i, "echo", "{}").answer();
    }
    assertThat(guest.call("10", "echo", "{}").text()).contains("left alone");
    Files.createFile(gate);
    crowd.time().advance(Duration.ofSeconds(60));
    var trial = guest.watch("11", "beat_forever", "{\"everyMs\":1}");
    crowd.pass(
        Duration.ofMillis(1), "progress", () -> !trial.told("notifications/progress").isEmpty());
    assertThat(guest.echo("a")).isEqualTo("a");
    guest.cancel("11");
    var _ = trial.answer();
  }

  @Test
  @DisplayName("A call that waits for its lane tries nothing yet, and nobody is refused for it")
  void whatWaitsForItsLaneIsNoTrial() throws InterruptedException {
    var yaml = "tools:\n  sleep: { concurrency: exclusive, scope: upstream }\n";
    var crowd =
        opened(MultiClientHarness.of(StdioHarness.over().yaml(yaml).with("isolation", "call")));
    var guest = crowd.modern();
    var inTheWay = guest.call("0", "hang_honouring_cancel", "{}");
    crowd.await("a call in the way", () -> !crowd.log("call").isEmpty());
    for (int i = 1; i <= 10; i++) {
      var _ = guest.call("" + i, "crash", "{}").answer();
    }
    assertThat(guest.call("11", "echo", "{}").text()).contains("left alone");
    crowd.time().advance(Duration.ofSeconds(10));
    var exclusive = guest.call("12", "sleep", "{\"ms\":0}");
    var next = guest.call("13", "echo", "{\"text\":\"a\"}");
    guest.cancel("0");
    var _ = inTheWay.answer();
    assertThat(exclusive.text()).isEqualTo("slept");
    assertThat(next.text()).isEqualTo("a");
  }
}
