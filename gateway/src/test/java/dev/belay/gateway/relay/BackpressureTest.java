package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.stdio.StdioBounds;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("P20: a client that does not read never stops Belay from reading its server")
final class BackpressureTest extends Closing {
  private static final StdioBounds SMALL = new StdioBounds(1024 * 1024, 64, 256 * 1024);

  @Test
  @DisplayName("Progress and news are dropped, answers kept, and the calls run to their ends")
  void answersAreKeptAndProgressIsDropped() throws InterruptedException {
    var rope = opened(StdioHarness.over().bounds(SMALL).with("idle_timeout", "20").initialized());
    rope.fromBelay().shut();
    rope.send("1", "flood_progress", "{\"count\":20000}", "{\"progressToken\":1}");
    rope.send("2", "flood_notifications", "{\"count\":20000}", "{}");
    for (int id = 10; id < 30; id++) {
      rope.send("" + id, "big_result", "{\"bytes\":50000}", "{}");
    }
    // The server's writes block unless Belay reads them: so it has.
    rope.awaitLog("ended", "flood_progress"::equals);
    rope.awaitLog("ended", "flood_notifications"::equals);
    rope.awaitLog("ended", "big_result"::equals, 20);
    rope.await(() -> rope.session().inFlight().all().isEmpty(), () -> "calls do not end");

    rope.fromBelay().open();
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("flooded");
    assertThat(text(rope.client().awaitResponse("2"))).isEqualTo("flooded");
    for (int id = 10; id < 30; id++) {
      assertThat(text(rope.client().awaitResponse("" + id))).hasSize(50_000);
    }
    assertThat(rope.client().received(m -> m.at("method").present()).size())
        .as("most of it was dropped")
        .isLessThan(20_000);
    assertThat(rope.echo("a")).isEqualTo("a");
  }

  @Test
  @DisplayName("A question to a client that does not read is refused, so its server goes on")
  void aQuestionToAClientThatDoesNotReadIsRefused() throws InterruptedException {
    var rope = opened(StdioHarness.over().bounds(SMALL).initialized());
    rope.fromBelay().shut();
    for (int id = 1; id <= 20; id++) {
      rope.send("" + id, "big_result", "{\"bytes\":50000}", "{}");
    }
    rope.awaitLog("ended", "big_result"::equals, 20);
    rope.await(() -> rope.session().inFlight().all().isEmpty(), () -> "calls do not end");
    rope.send("\"q\"", "ask", "{\"method\":\"roots/list\"}", "{}");
    rope.awaitLog("answer", line -> line.contains("does not read"));
    rope.fromBelay().open();
    assertThat(text(rope.client().awaitResponse("\"q\""))).contains("does not read");
  }

  @Test
  @DisplayName("Answers to calls that were all in flight before are dropped beyond a bound")
  void answersBeyondTheBoundBecomeSmallErrors() throws InterruptedException {
    var rope = opened(StdioHarness.over().bounds(SMALL).initialized());
    rope.begin("\"hang\"", "hang_honouring_cancel", "{}");
    rope.fromBelay().shut();
    for (int id = 1; id <= 300; id++) {
      rope.send("" + id, "big_result", "{\"bytes\":100000}", "{}");
    }
    rope.client().cancel("\"hang\"");
    rope.awaitLog("cancelled", _ -> true);
    rope.await(() -> rope.session().inFlight().all().isEmpty(), () -> "calls do not end");

    rope.fromBelay().open();
    int whole = 0;
    for (int id = 1; id <= 300; id++) {
      var answer = rope.client().awaitResponse("" + id);
      whole += answer.at("error").present() ? 0 : 1;
      assertThat(answer.raw()).containsAnyOf("wait to be read", "xxxxxx");
    }
    assertThat(whole).as("8 times 256 KiB, and what came at once").isBetween(1, 40);
    assertThat(rope.echo("a")).isEqualTo("a");
  }

  @Tag("process")
  @Test
  @DisplayName("A server that asks and asks and never reads is ended before it fills the memory")
  void aServerThatNeverReadsItsAnswersIsEnded() throws InterruptedException {
    var ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    var rope = opened(ServerProcesses.over().command("yes", ping).start());
    rope.client().request("1", "initialize", "{}");
    assertThat(rope.client().awaitResponse("1").at("error", "message").text())
        .contains("asks and does not read the answers");
    rope.await(() -> rope.alive().isEmpty(), () -> "still alive: " + rope.alive());
  }
}
