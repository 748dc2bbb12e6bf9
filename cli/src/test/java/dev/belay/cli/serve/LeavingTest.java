package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpLine;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P8, C11: what a client that leaves means is for its era to say")
@Tag("process")
final class LeavingTest {
  @AutoClose private static Served served;
  private static Turns turns;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    // Ids of calls are those of one connection.
    served = Serve.process().kept().auth("{\"mode\":\"none\"}").start();
    turns = Turns.of(served);
  }

  /** Way in which a connection ends. */
  enum Way {
    FIN,
    RESET,
    HALF_CLOSE;

    void leave(HttpLine line) throws IOException {
      switch (this) {
        case FIN -> line.close();
        case RESET -> line.reset();
        case HALF_CLOSE -> line.halfClose();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P8: a modern client that leaves has cancelled its call, and no other")
  void aModernClientThatLeavesCancels(Way way) throws IOException, InterruptedException {
    var client = served.modern();
    var gate = served.gate();
    var other = call(client, "2", "sleep", gate.arguments());
    var otherId = served.awaitRunning(gate.arguments());
    var leaves = served.hang(client, "1");
    if (way == Way.RESET) {
      assertThat(leaves.answer().head().isEventStream()).isTrue();
    }

    way.leave(leaves.answer().line());

    served.awaitCancelled(leaves.upstreamId());
    gate.open();
    assertThat(text(other.response())).isEqualTo("slept");
    assertThat(served.log("cancelled")).doesNotContain(otherId);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("C11, S3-9: a legacy client finds its answer when it comes back, and no other does")
  void aLegacyClientComesBackForItsAnswer(Way way) throws IOException, InterruptedException {
    var client = served.legacy();
    var gate = served.gate();
    var answer = call(client, "1", "sleep", gate.arguments());
    var last = answer.awaitEvent(event -> !event.id().isEmpty()).id();
    way.leave(answer.line());
    var resumed = client.resume(last);
    assertThat(resumed.head().isEventStream()).isTrue();
    way.leave(resumed.line());
    gate.open();
    Patience.await(() -> turns.calls().isEmpty(), () -> "the call does not end");

    var stranger = served.legacy();
    var nothing = stranger.resume(last);
    assertThat(nothing.status()).isNotEqualTo(500);
    assertThat(text(client.resume(last).response())).isEqualTo("slept");
    assertThat(nothing.messages()).isEmpty();
  }

  @Test
  @DisplayName("C11: nobody comes back within http.resume_for, so the call is cancelled")
  void aLegacyClientThatStaysAwayCancels() throws IOException, InterruptedException {
    var time = new HandTime();
    try (var briefly =
        Serve.puppet()
            .on(time)
            .http("resume_for", "7")
            .mcp("handoff_after", "0")
            .tool("*", "{\"idle_timeout\":0}")
            .start()) {
      var client = briefly.legacy();
      var answer = call(client, "1", "hang_honouring_cancel", "{}");
      briefly.awaitCalls("hang_honouring_cancel", 1);
      answer.line().close();
      Patience.await(
          time,
          Duration.ofSeconds(1),
          () -> !briefly.log("cancelled").isEmpty(),
          () -> "it is not cancelled: " + briefly.log());
      assertThat(time.nanos()).isGreaterThanOrEqualTo(Duration.ofSeconds(7).toNanos());
      assertThat(briefly.awaitLog("cancelled", _ -> true, 1))
          .containsExactly(
              briefly.upstreamCalls("hang_honouring_cancel").getFirst().at("id").raw());
      assertThat(text(client.call("echo", "{\"text\":\"back\"}"))).isEqualTo("back");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("A legacy client that cancels, or ends its session, has cancelled what runs in it")
  void aCancelledCallEndsItsStream(boolean wholeSession) throws InterruptedException {
    var client = served.legacy();
    var hanging = served.hang(client, "1");
    var said = wholeSession ? client.delete() : client.cancel("1");
    assertThat(said.status()).isBetween(200, 204);
    served.awaitCancelled(hanging.upstreamId());
    assertThat(hanging.answer().awaitEnd()).isEmpty();
    assertThat(client.request("2", "ping", "{}").status()).isEqualTo(wholeSession ? 404 : 200);
  }
}
