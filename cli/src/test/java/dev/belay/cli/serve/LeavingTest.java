package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpLine;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P8, C11: what a client that leaves means is for its era to say")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class LeavingTest {
  private static Served served;
  private static Turns turns;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.process().auth("{\"mode\":\"none\"}").start();
    turns = Turns.of(served);
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  /** Way in which a connection ends. */
  enum Way {
    FIN {
      @Override
      void leave(HttpLine line) throws IOException {
        line.close();
      }
    },
    RESET {
      @Override
      void leave(HttpLine line) throws IOException {
        line.reset();
      }
    },
    HALF_CLOSE {
      @Override
      void leave(HttpLine line) throws IOException {
        line.halfClose();
      }
    };

    abstract void leave(HttpLine line) throws IOException;
  }

  @ParameterizedTest(name = "{0}, mid-stream: {1}")
  @CsvSource({
    "FIN,false",
    "RESET,false",
    "HALF_CLOSE,false",
    "FIN,true",
    "RESET,true",
    "HALF_CLOSE,true"
  })
  @DisplayName("P8: a modern client that leaves has cancelled its call, and no other")
  void aModernClientThatLeavesCancels(Way way, boolean midStream)
      throws IOException, InterruptedException {
    var client = served.modern();
    var gate = served.gate();
    var other = call(client, "2", "sleep", gate.arguments());
    var otherId = served.awaitRunning(gate.arguments());
    var leaves = served.hang(client, "1");
    if (midStream) {
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
  @DisplayName("C11, S3-9: a legacy client that leaves finds its answer when it comes back")
  void aLegacyClientComesBackForItsAnswer(Way way) throws IOException, InterruptedException {
    var client = served.legacy();
    var gate = served.gate();
    var answer = call(client, "1", "sleep", gate.arguments());
    var id = served.awaitRunning(gate.arguments());
    var last = answer.awaitEvent(event -> !event.id().isEmpty()).id();

    way.leave(answer.line());

    var resumed = client.resume(last);
    assertThat(resumed.head().isEventStream()).isTrue();
    gate.open();
    assertThat(text(resumed.response())).isEqualTo("slept");
    assertThat(resumed.isWhole()).isTrue();
    assertThat(served.log("cancelled")).doesNotContain(id);
  }

  @Test
  @DisplayName("C11: an answer that came meanwhile is kept, for the session that asked alone")
  void anAnswerIsKeptForItsSession() throws IOException, InterruptedException {
    var client = served.legacy();
    var gate = served.gate();
    var answer = call(client, "1", "sleep", gate.arguments());
    var last = answer.awaitEvent(event -> !event.id().isEmpty()).id();
    answer.line().reset();
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
    try (var briefly = Serve.process().http("resume_for", "1").start()) {
      var client = briefly.legacy();
      var answer = call(client, "1", "hang_honouring_cancel", "{}");
      briefly.awaitCalls("hang_honouring_cancel", 1);
      answer.line().close();

      var cancelled = briefly.awaitLog("cancelled", _ -> true, 1);
      assertThat(cancelled)
          .containsExactly(
              briefly.upstreamCalls("hang_honouring_cancel").getFirst().at("id").raw());
      assertThat(text(client.call("echo", "{\"text\":\"back\"}"))).isEqualTo("back");
    }
  }

  @Test
  @DisplayName("A legacy client that ends its session has cancelled what runs in it")
  void theEndOfASessionCancels() throws InterruptedException {
    var client = served.legacy();
    var hanging = served.hang(client, "1");
    assertThat(client.delete().status()).isBetween(200, 204);
    served.awaitCancelled(hanging.upstreamId());
    assertThat(hanging.answer().awaitEnd()).isEmpty();
    assertThat(client.request("2", "ping", "{}").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("A legacy client that cancels gets the end of its stream")
  void aCancelledCallEndsItsStream() throws InterruptedException {
    var client = served.legacy();
    var hanging = served.hang(client, "1");
    assertThat(client.cancel("1").status()).isEqualTo(202);
    served.awaitCancelled(hanging.upstreamId());
    assertThat(hanging.answer().awaitEnd()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("S0-35, C6: headers come while the call runs, a final message when it ends")
  void headersComeWhileTheCallRuns(Era era) throws InterruptedException {
    // Those of earlier tests may still be ending.
    turns.awaitIdle();
    var answer = served.hang(served.client(era), "1").answer();
    assertThat(answer.head().isEventStream()).isTrue();
    // It ends in no other way.
    var id = turns.calls().getFirst().at("id").text();
    assertThat(turns.post("/api/calls/" + id + "/cancel", "").status()).isEqualTo(200);
    assertThat(text(answer.response())).startsWith("[CANCELLED] ");
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.bodySoFar().contains("id: ")).isEqualTo(era == Era.LEGACY);
  }
}
