package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpLine;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P8, C11: what a client that leaves means is for its era to say")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LeavingTest {
  private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.process().start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  /** How a connection ends. */
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
    var before = served.log("cancelled").size();
    var calls = served.upstreamCalls("hang_honouring_cancel").size();
    var client = served.modern();
    var answer = call(client, "1", "hang_honouring_cancel", "{}");
    var other = call(client, "2", "sleep", "{\"ms\":1500}");
    served.awaitCalls("hang_honouring_cancel", calls + 1);
    if (midStream) {
      assertThat(answer.head().isEventStream()).isTrue();
    }

    way.leave(answer.line());

    var cancelled = served.awaitLog("cancelled", _ -> true, before + 1).getLast();
    assertThat(cancelled)
        .isEqualTo(served.upstreamCalls("hang_honouring_cancel").getLast().at("id").raw());
    assertThat(text(other.response())).isEqualTo("slept");
    assertThat(served.log("cancelled")).hasSize(before + 1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("C11, S3-9: a legacy client that leaves finds its answer when it comes back")
  void aLegacyClientComesBackForItsAnswer(Way way) throws IOException, InterruptedException {
    var before = served.log("cancelled").size();
    var client = served.legacy();
    var answer = call(client, "1", "sleep", "{\"ms\":1500}");
    var last = answer.awaitEvent(event -> !event.id().isEmpty()).id();

    way.leave(answer.line());

    var resumed = client.resume(last);
    assertThat(text(resumed.response())).isEqualTo("slept");
    assertThat(resumed.isWhole()).isTrue();
    assertThat(served.log("cancelled")).hasSize(before);
  }

  @Test
  @DisplayName("C11: an answer that came meanwhile is kept, for the session that asked alone")
  void anAnswerIsKeptForItsSession() throws IOException, InterruptedException {
    var client = served.legacy();
    var answer = call(client, "1", "sleep", "{\"ms\":1200}");
    var last = answer.awaitEvent(event -> !event.id().isEmpty()).id();
    var ended = served.log("ended").size();
    answer.line().reset();
    served.awaitLog("ended", _ -> true, ended + 1);

    var stranger = served.legacy();
    var nothing = stranger.resume(last);
    assertThat(nothing.status()).isNotEqualTo(500);
    assertThat(nothing.messages()).isEmpty();
    assertThat(text(client.resume(last).response())).isEqualTo("slept");
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
    var before = served.log("cancelled").size();
    var client = served.legacy();
    var calls = served.log("call").size();
    var answer = call(client, "1", "hang_honouring_cancel", "{}");
    served.awaitLog("call", _ -> true, calls + 1);
    assertThat(client.delete().status()).isBetween(200, 204);
    served.awaitLog("cancelled", _ -> true, before + 1);
    assertThat(answer.awaitEnd()).isEmpty();
    assertThat(client.request("2", "ping", "{}").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("A legacy client that cancels gets the end of its stream")
  void aCancelledCallEndsItsStream() throws InterruptedException {
    var before = served.log("cancelled").size();
    var client = served.legacy();
    var calls = served.log("call").size();
    var answer = call(client, "1", "hang_honouring_cancel", "{}");
    served.awaitLog("call", _ -> true, calls + 1);
    assertThat(client.cancel("1").status()).isEqualTo(202);
    served.awaitLog("cancelled", _ -> true, before + 1);
    assertThat(answer.awaitEnd()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("S0-35, C6: headers come while the call runs, a final message when it ends")
  void headersComeWhileTheCallRuns(Era era) throws InterruptedException {
    // Those of the tests before may still be ending.
    var ended = served.log("call").size();
    served.awaitLog("ended", _ -> true, ended);
    var client = served.client(era);
    var answer = call(client, "1", "hang_honouring_cancel", "{}", "{\"timeout\":2500}");
    assertThat(answer.head().isEventStream()).isTrue();
    assertThat(served.log("ended")).hasSize(ended);
    assertThat(text(answer.response())).startsWith("No progress for 2.5s (idle timeout).");
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.bodySoFar().contains("id: ")).isEqualTo(era == Era.LEGACY);
  }
}
