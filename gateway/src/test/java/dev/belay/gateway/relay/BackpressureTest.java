package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.Rope.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.stdio.StdioBounds;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("P20: a client that does not read never stops Belay from reading its server")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BackpressureTest {
  private static final StdioBounds SMALL = new StdioBounds(1024 * 1024, 64, 256 * 1024);

  @Test
  @DisplayName("Progress and news are dropped, answers kept, and the calls run to their ends")
  void answersAreKeptAndProgressIsDropped() throws IOException, InterruptedException {
    try (var rope = Rope.over().bounds(SMALL).with("idle_timeout", "20").initialized()) {
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
      assertThat(text(rope.client().call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
    }
  }

  @Test
  @DisplayName("A question to a client that does not read is refused, so its server goes on")
  void aQuestionToAClientThatDoesNotReadIsRefused() throws IOException, InterruptedException {
    try (var rope = Rope.over().bounds(SMALL).initialized()) {
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
  }

  @Test
  @DisplayName("A client that has closed its end has left, whatever it still sends")
  void aBrokenOutputEndsTheSession() throws IOException, InterruptedException {
    try (var rope = Rope.over().initialized()) {
      rope.send("1", "hang_honouring_cancel", "{}", "{}");
      rope.awaitLog("call", "hang_honouring_cancel"::equals);
      rope.fromBelay().breakOff();
      rope.client().request("2", "ping", "{}");
      rope.session().ended().join();
      rope.awaitLog("cancelled", _ -> true);
      rope.awaitStopped(1);
    }
  }
}
