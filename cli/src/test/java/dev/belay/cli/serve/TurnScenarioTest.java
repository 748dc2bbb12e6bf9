package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("One turn of five: one hangs, one runs alone, one forks a child that ignores TERM")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnScenarioTest {
  private static final String BY_USER = "[CANCELLED] Turn aborted by user.";
  private static final List<String> IDS = List.of("one", "alone", "hangs", "forks", "five");

  private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .tool("faulty__sleep", "{\"concurrency\":\"exclusive\"}")
            // A process for each call, which ends with it.
            .ofCalls("own")
            .start();
    turns = Turns.of(served);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  /** The five calls; {@code limit} is the hanging one's limit, as a member or nothing. */
  private static String[] five(String limit) {
    return new String[] {
      use("one", "faulty__echo", "{\"text\":\"1\"}"),
      use("alone", "faulty__sleep", "{\"ms\":5}"),
      use("hangs", "faulty__hang", "{" + limit + "}"),
      use("forks", "own__spawn_and_hang", "{\"kind\":\"ignore_term\"}"),
      use("five", "faulty__echo", "{\"text\":\"5\"}")
    };
  }

  @Test
  @Claim("P14")
  @DisplayName("P14, S1-6, S1-102: results in request order, each typed, and nothing stays alive")
  void fiveInOrder() throws InterruptedException {
    var post = turns.post("/api/turns", Turns.body(five("\"_timeout\":2000")));
    var tree = awaitTree();
    var id = turns.active().getFirst().at("turnId").text();
    assertThat(turns.abortTool(id, "forks").status()).isEqualTo(200);
    var answer = Json.parse(post.body());
    assertThat(results(answer).stream().map(one -> one.at("toolId").text()).toList())
        .isEqualTo(IDS);
    assertThat(results(answer).stream().map(one -> one.at("outcome").text()))
        .containsExactly("completed", "completed", "timed out", "cancelled", "completed");
    assertThat(texts(answer)).startsWith("1", "slept").endsWith("5");
    assertThat(texts(answer).get(2))
        .startsWith("[TIMEOUT] Tool \"faulty__hang\" did not respond within 2s. ");
    assertThat(texts(answer).get(3)).isEqualTo("[CANCELLED] Tool call aborted by user.");
    assertThat(answer.at("status").text()).isEqualTo("complete");
    LiveProcesses.awaitGone(tree);
    turns.awaitIdle();
  }

  @Test
  @Claim("S1-102")
  @DisplayName("S1-102: an abort takes a whole process tree with it, deaf to TERM or not")
  void abortTakesTheTree() throws InterruptedException {
    var live = turns.begin(five(""));
    var tree = awaitTree();
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.results()).containsOnlyKeys(IDS).containsEntry("forks", BY_USER);
    LiveProcesses.awaitGone(tree);
    turns.awaitIdle();
  }

  /** {@return the child that ignores TERM and the server that forked it, alive} */
  private List<Long> awaitTree() throws InterruptedException {
    Patience.await(() -> !served.logOf("own", "spawned").isEmpty(), () -> "nothing is forked");
    long child = Long.parseLong(served.logOf("own", "spawned").getFirst());
    long parent =
        ProcessHandle.of(child)
            .flatMap(ProcessHandle::parent)
            .map(ProcessHandle::pid)
            .orElseThrow();
    var tree = List.of(child, parent);
    assertThat(tree).allMatch(LiveProcesses::isAlive);
    assertThat(served.logOf("own", "pid")).contains(Long.toString(parent));
    return tree;
  }

  @Test
  @Claim("P1")
  @DisplayName("P1: aborted after each of its events, each call has one result, the turn one end")
  void abortedAtEachPoint() throws InterruptedException {
    var uses = five("");
    // The cost of a call with its own process is shown above.
    uses[3] = use("forks", "faulty__answer_after_cancel", "{\"ms\":1}");
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
    var _ = served.awaitLog("cancelled", _ -> true, 2);
    assertThat(texts(turns.run(use("a", "faulty__sleep", "{\"ms\":1}")))).containsExactly("slept");
  }

  private static void check(LiveTurn live, String what) throws InterruptedException {
    assertThat(live.results()).as(what).containsOnlyKeys(IDS);
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
