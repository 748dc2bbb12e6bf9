package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.hang;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.Patience;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("S1-91 … S1-96 over HTTP: stop is stop, and every call has its result")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnAbortsTest {
  private static final String BY_USER = "[CANCELLED] Turn aborted by user.";

  private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .tool("answer_after_cancel", "{\"concurrency\":\"exclusive\"}")
            .start();
    turns = Turns.of(served);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  @Test
  @Claim("S1-91")
  @DisplayName("S1-91 POST abort → turn stops, synthetic results injected")
  void aborted() throws InterruptedException {
    var post = turns.post("/api/turns", Turns.body(echo("a", "one"), hang("b"), hang("c")));
    served.awaitCalls("hang_honouring_cancel", 2);
    served.awaitCalls("echo", 1);
    var id = turns.active().getFirst().at("turnId").text();
    Patience.await(() -> turns.calls().size() == 2, () -> "the first call does not end");
    var aborted = turns.abort(id);
    assertThat(aborted.status()).isEqualTo(200);
    assertThat(aborted.body()).isEqualTo("{\"ok\":true,\"turnId\":\"" + id + "\"}");
    var answer = Json.parse(post.body());
    assertThat(answer.at("status").text()).isEqualTo("aborted");
    assertThat(answer.at("reason").text()).isEqualTo("user");
    assertThat(texts(answer)).containsExactly("one", BY_USER, BY_USER);
    assertThat(results(answer).stream().map(one -> one.at("isError").raw()))
        .containsExactly("false", "true", "true");
    assertThat(served.awaitLog("cancelled", _ -> true, 2)).hasSize(2);
    turns.awaitIdle();
  }

  @Test
  @Claim("S1-92")
  @DisplayName("S1-92 SSE disconnect → turn aborted")
  void disconnected() throws IOException, InterruptedException {
    var live = turns.begin(hang("a"));
    var id = live.id();
    served.awaitCalls("hang_honouring_cancel", 1);
    live.leave();
    served.awaitReport("Client disconnected mid-turn");
    assertThat(served.reports()).contains("Client disconnected mid-turn [main:s1]");
    turns.awaitIdle();
    var one = turns.one(id);
    assertThat(one.at("status").text()).isEqualTo("aborted");
    assertThat(one.at("reason").text()).isEqualTo("user");
    assertThat(one.at("detail").text()).isEqualTo("client_disconnect");
    assertThat(turns.read(id).results())
        .containsEntry("a", "[CANCELLED] Turn aborted because its client has gone.");
    assertThat(served.awaitLog("cancelled", _ -> true, 1)).hasSize(1);
  }

  @Test
  @DisplayName("S1-92 Whoever waits for one JSON answer and leaves takes the turn along, too")
  void disconnectedWithoutEvents() throws IOException, InterruptedException {
    var post = turns.post("/api/turns", Turns.bodyOf("other", "a:b", "", hang("a")));
    served.awaitCalls("hang_honouring_cancel", 1);
    post.line().reset();
    served.awaitReport("Client disconnected mid-turn [other:a:b]");
    turns.awaitIdle();
  }

  @Test
  @Claim("S1-93")
  @DisplayName("S1-93 Abort during the first tool of several → the rest skipped (P6)")
  void theRestIsSkipped() throws InterruptedException {
    var live =
        turns.begin(
            use("a", "answer_after_cancel", "{\"ms\":1}"), echo("b", "two"), echo("c", "three"));
    served.awaitCalls("answer_after_cancel", 1);
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.results()).hasSize(3).containsValue(BY_USER);
    assertThat(List.copyOf(live.results().values())).containsOnly(BY_USER);
    for (var skipped : List.of("b", "c")) {
      assertThat(live.data("tool_result", skipped).at("durationMs").raw()).isEqualTo("0");
      assertThat(live.story()).doesNotContain("tool_start " + skipped);
    }
    assertThat(texts(turns.run(echo("d", "now")))).containsExactly("now");
    assertThat(served.upstreamCalls("echo"))
        .as("its server never heard of the others")
        .singleElement()
        .satisfies(got -> assertThat(got.raw()).contains("\"now\""));
  }

  @Test
  @Claim("S1-94")
  @DisplayName("S1-94 Abort with no active turn → 404")
  void nothingToAbort() throws InterruptedException {
    var ended = turns.run(echo("a", "one")).at("turnId").text();
    for (var id : List.of("nobody", ended)) {
      assertThat(turns.abort(id).status()).isEqualTo(404);
      assertThat(turns.abort(id).body())
          .isEqualTo("{\"error\":\"Turn not found or already completed\"}");
      assertThat(turns.abortTool(id, "a").status()).isEqualTo(404);
    }
  }

  @Test
  @Claim("S1-95")
  @DisplayName("S1-95 Double abort → idempotent")
  void abortedTwice() throws InterruptedException {
    var live = turns.begin(hang("a"), hang("b"));
    served.awaitCalls("hang_honouring_cancel", 2);
    var line = turns.client().connect();
    var abort = turns.request(Turns.path(live.id()) + "/abort", "");
    var first = line.send(abort);
    var second = line.send(abort);
    assertThat(first.status()).isEqualTo(200);
    // The turn may end between the two, and then there is nothing to abort.
    assertThat(second.body()).isIn("{\"ok\":true,\"turnId\":\"" + live.id() + "\"}", Turns.GONE);
    assertThat(live.types().stream().filter("turn_abort"::equals)).hasSize(1);
    assertThat(live.types().stream().filter("error"::equals)).hasSize(1);
    assertThat(live.types().stream().filter("tool_cancelled"::equals)).hasSize(2);
    assertThat(turns.abort(live.id()).body()).isEqualTo(Turns.GONE);
  }

  @Test
  @Claim("S1-96")
  @DisplayName("S1-96 History has a valid tool_result for every tool_use after abort")
  void everyUseHasAResult() throws InterruptedException {
    var live =
        turns.begin(
            echo("a", "one"),
            hang("b"),
            use("c", "no_such_tool", "{}"),
            use("d", "answer_after_cancel", "{}"),
            echo("e", "five"));
    var _ = live.data("tool_result", "a");
    var _ = live.data("tool_result", "c");
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.results()).containsOnlyKeys("a", "b", "c", "d", "e");
    assertThat(live.results())
        .containsEntry("a", "one")
        .containsEntry("b", BY_USER)
        .containsEntry("d", BY_USER)
        .containsEntry("e", BY_USER);
    assertThat(live.results().get("c")).startsWith("Unknown tool: no_such_tool");
    assertThat(live.data("error").at("message").text()).isEqualTo("Turn cancelled by user");
    assertThat(live.types()).endsWith("error", "turn_abort");
  }
}
