package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.Patience;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S1-91 … S1-96 over HTTP: stop is stop, and every call has its result")
@Tag("process")
final class TurnAbortsTest {
  private static final String BY_USER = "[CANCELLED] Turn aborted by user.";
  private static final String EXCLUSIVE = "{\"concurrency\":\"exclusive\"}";

  @AutoClose private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .auth("{\"mode\":\"none\"}")
            .tool("faulty__answer_after_cancel", EXCLUSIVE)
            .tool("faulty__sleep", EXCLUSIVE)
            .and("quiet")
            .start();
    turns = Turns.of(served);
  }

  private static String hangs(String id) {
    return use(id, "faulty__hang_honouring_cancel", "{}");
  }

  private static String deaf(String id) {
    return use(id, "faulty__answer_after_cancel", "{\"ms\":1}");
  }

  private static String quiet(String id, String text) {
    return use(id, "quiet__echo", "{\"text\":\"" + text + "\"}");
  }

  @Test
  @Claim({"S1-91", "S1-96"})
  @DisplayName("S1-91, S1-96 POST abort → turn stops, a valid result for every tool_use")
  void aborted() throws InterruptedException {
    var post =
        turns.post(
            "/api/turns",
            Turns.body(
                quiet("a", "one"),
                hangs("b"),
                use("c", "no_such_tool", "{}"),
                hangs("d"),
                deaf("e"),
                quiet("f", "six")));
    served.awaitCalls("hang_honouring_cancel", 2);
    var id = turns.active().getFirst().at("turnId").text();
    var live = turns.read(id);
    var _ = live.data("tool_result", "a");
    var _ = live.data("tool_result", "c");
    var aborted = turns.abort(id);
    assertThat(aborted.status()).isEqualTo(200);
    assertThat(aborted.body()).isEqualTo("{\"ok\":true,\"turnId\":\"" + id + "\"}");
    var answer = Json.parse(post.body());
    assertThat(answer.at("status").text()).isEqualTo("aborted");
    assertThat(answer.at("reason").text()).isEqualTo("user");
    assertThat(texts(answer))
        .startsWith("one", BY_USER)
        .endsWith(BY_USER, BY_USER, BY_USER)
        .hasSize(6);
    assertThat(texts(answer).get(2)).startsWith("Unknown tool: no_such_tool");
    assertThat(results(answer).stream().map(one -> one.at("isError").raw()))
        .containsExactly("false", "true", "true", "true", "true", "true");
    assertThat(live.data("error").at("message").text()).isEqualTo("Turn cancelled by user");
    assertThat(live.types()).endsWith("error", "turn_abort");
    assertThat(served.awaitLog("cancelled", _ -> true, 2)).hasSize(2);
    turns.awaitIdle();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Claim({"S1-53", "S1-92"})
  @DisplayName("S1-53, S1-92 A client that leaves its events, or its one answer → turn aborted")
  void disconnected(boolean withEvents) throws IOException, InterruptedException {
    var body = Turns.bodyOf("main", "a:b", "", hangs("a"));
    var answer = withEvents ? turns.live(body).answer() : turns.post("/api/turns", body);
    served.awaitCalls("hang_honouring_cancel", 1);
    var id = turns.active().getFirst().at("turnId").text();
    answer.line().close();
    served.awaitReport("Client disconnected mid-turn");
    assertThat(served.reports()).contains("Client disconnected mid-turn [main:a:b]");
    turns.awaitIdle();
    var one = turns.one(id);
    assertThat(one.at("status").text()).isEqualTo("aborted");
    assertThat(one.at("reason").text()).isEqualTo("user");
    assertThat(one.at("detail").text()).isEqualTo("client_disconnect");
    assertThat(turns.read(id).results())
        .containsEntry("a", "[CANCELLED] Turn aborted because its client has gone.");
    assertThat(served.awaitLog("cancelled", _ -> true, 1)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Claim({"P6", "S1-93"})
  @DisplayName(
      "P6, S1-93 A call that waits for its lane when it is aborted, or its turn, reaches no server")
  void unbegun(boolean wholeTurn) throws InterruptedException {
    assertThat(texts(turns.run(quiet("x", "before")))).containsExactly("before");
    var live = turns.begin(deaf("a"), quiet("b", "never"), quiet("c", "never"));
    served.awaitCalls("answer_after_cancel", 1);
    if (wholeTurn) {
      assertThat(turns.abort(live.id()).status()).isEqualTo(200);
      assertThat(live.types()).endsWith("turn_abort");
      assertThat(List.copyOf(live.results().values())).containsExactly(BY_USER, BY_USER, BY_USER);
    } else {
      for (var id : List.of("b", "c", "a")) {
        assertThat(turns.abortTool(live.id(), id).status()).isEqualTo(200);
      }
      assertThat(live.types()).endsWith("turn_complete");
      assertThat(live.results()).containsEntry("b", "[CANCELLED] Tool call aborted by user.");
    }
    for (var skipped : List.of("b", "c")) {
      assertThat(live.data("tool_result", skipped).at("durationMs").raw()).isEqualTo("0");
      assertThat(live.story()).doesNotContain("tool_start " + skipped);
    }
    turns.awaitIdle();
    assertThat(texts(turns.run(quiet("y", "after")))).containsExactly("after");
    assertThat(
            served.logOf("quiet", "recv").stream()
                .filter(line -> line.contains("tools/call") || line.contains("cancel")))
        .satisfiesExactly(
            line -> assertThat(line).contains("\"before\""),
            line -> assertThat(line).contains("\"after\""));
  }

  @Test
  @Claim({"S1-94", "S1-95"})
  @DisplayName("S1-94, S1-95 Double abort → idempotent; abort with no active turn → 404")
  void once() throws InterruptedException {
    var live = turns.begin(hangs("a"), hangs("b"));
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
    for (var id : List.of("nobody", live.id())) {
      assertThat(turns.abort(id).status()).isEqualTo(404);
      assertThat(turns.abort(id).body()).isEqualTo(Turns.GONE);
      assertThat(turns.abortTool(id, "a").status()).isEqualTo(404);
    }
  }

  @Test
  @Claim("P7")
  @DisplayName("P7: an answer that comes after the abort is dropped and counted")
  void late() throws InterruptedException {
    var live = turns.begin(deaf("a"));
    served.awaitCalls("answer_after_cancel", 1);
    long before = lateResults();
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.results()).isEqualTo(Map.of("a", BY_USER));
    Patience.await(() -> lateResults() > before, () -> "nobody counts the late result");
    assertThat(lateResults()).isEqualTo(before + 1);
    assertThat(turns.read(live.id()).story()).isEqualTo(live.story());
  }

  /** {@return the number of late answers, by the server's own metrics} */
  private long lateResults() throws InterruptedException {
    var metrics = turns.get("/metrics").body();
    return metrics
        .lines()
        .filter(line -> line.startsWith("belay_late_results_total"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  @Claim("P1")
  @DisplayName("P1: aborted after each of its events, each call has one result, the turn one end")
  void abortedAtEachPoint() throws InterruptedException {
    var uses =
        new String[] {
          quiet("one", "1"),
          use("alone", "faulty__sleep", "{\"ms\":5}"),
          use("hangs", "faulty__hang", "{}"),
          use("deaf", "quiet__answer_after_cancel", "{\"ms\":1}"),
          quiet("five", "5")
        };
    // The start, five begun, and the results of the three that end by themselves.
    int most = 9;
    for (int k = 1; k <= most; k++) {
      var live = turns.begin(uses);
      live.awaitEvents(k);
      var id = live.id();
      assertThat(turns.abort(id).status()).isEqualTo(200);
      check(live, "after " + k + " events: " + live.story());
      assertThat(turns.abort(id).status()).isEqualTo(404);
      assertThat(turns.one(id).at("status").text()).isEqualTo("aborted");
    }
    turns.awaitIdle();
    assertThat(texts(turns.run(use("a", "faulty__sleep", "{\"ms\":1}")))).containsExactly("slept");
  }

  private static void check(LiveTurn live, String what) throws InterruptedException {
    assertThat(live.results()).as(what).containsOnlyKeys("one", "alone", "hangs", "deaf", "five");
    assertThat(live.types())
        .as(what)
        .startsWith("turn_start")
        .endsWith("error", "turn_abort")
        .doesNotContain("turn_complete")
        .containsOnlyOnce("turn_abort");
    var over = new HashSet<String>();
    for (var event : live.all()) {
      var id = Json.parse(event.data()).at("toolId").text();
      assertThat(over).as("told of " + id + " after its result, " + what).doesNotContain(id);
      if (event.type().equals("tool_result")) {
        over.add(id);
      }
    }
  }
}
