package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.hang;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
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

@DisplayName("S1-97 … S1-101 over HTTP: calls of one message run together")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnBatchTest {
  private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .tool("sleep", "{\"concurrency\":\"exclusive\"}")
            .start();
    turns = Turns.of(served);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  @Test
  @Claim("S1-97")
  @DisplayName("S1-97 Three independent tools run concurrently")
  void together() throws InterruptedException {
    var live = turns.begin(hang("a"), hang("b"), hang("c"));
    served.awaitCalls("hang_honouring_cancel", 3);
    assertThat(served.log("ended")).as("all three are at it").isEmpty();
    for (var id : List.of("a", "b", "c")) {
      assertThat(turns.abortTool(live.id(), id).status()).isEqualTo(200);
    }
    assertThat(live.types()).endsWith("turn_complete");
  }

  @Test
  @Claim({"S1-98", "P14"})
  @DisplayName("S1-98 One of three times out → other two preserved (P14)")
  void oneTimesOut() throws InterruptedException {
    var answer =
        turns.run(echo("a", "one"), use("b", "hang", "{\"_timeout\":500}"), echo("c", "3"));
    assertThat(answer.at("status").text()).isEqualTo("complete");
    assertThat(texts(answer)).startsWith("one").endsWith("3");
    assertThat(results(answer).stream().map(one -> one.at("outcome").text()))
        .containsExactly("completed", "timed out", "completed");
  }

  @Test
  @Claim("S1-99")
  @DisplayName("S1-99 Exclusive tool runs alone")
  void alone() throws InterruptedException {
    var live = turns.begin(hang("a"), use("b", "sleep", "{\"ms\":10}"), hang("c"));
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(turns.abortTool(live.id(), "a").status()).isEqualTo(200);
    served.awaitCalls("hang_honouring_cancel", 2);
    assertThat(turns.abortTool(live.id(), "c").status()).isEqualTo(200);
    assertThat(live.story())
        .containsSubsequence(
            "tool_start a",
            "tool_result a",
            "tool_start b",
            "tool_result b",
            "tool_start c",
            "tool_result c",
            "turn_complete");
    assertThat(served.log("call"))
        .containsExactly("hang_honouring_cancel", "sleep", "hang_honouring_cancel");
  }

  @Test
  @Claim("S1-100")
  @DisplayName("S1-100 Results in correct order in history")
  void inOrder() throws InterruptedException {
    var post =
        turns.post("/api/turns", Turns.body(hang("first"), echo("second", "2"), hang("third")));
    served.awaitCalls("hang_honouring_cancel", 2);
    var id = turns.active().getFirst().at("turnId").text();
    // The last one ends before the first one does.
    assertThat(turns.abortTool(id, "third").status()).isEqualTo(200);
    var _ = turns.read(id).data("tool_result", "third");
    assertThat(turns.abortTool(id, "first").status()).isEqualTo(200);
    assertThat(results(Json.parse(post.body())).stream().map(one -> one.at("toolId").text()))
        .containsExactly("first", "second", "third");
    assertThat(turns.read(id).story())
        .containsSubsequence("tool_result third", "tool_result first", "turn_complete");
  }

  @Test
  @Claim("S1-101")
  @DisplayName("S1-101 Stream events emitted as each completes")
  void asEachCompletes() throws InterruptedException {
    var live = turns.begin(hang("a"), echo("b", "two"), echo("c", "x".repeat(3_000)));
    assertThat(live.data("tool_result", "b").at("result").text()).isEqualTo("two");
    var cut = live.data("tool_result", "c");
    assertThat(cut.at("result").text()).isEqualTo("x".repeat(2_000));
    assertThat(cut.at("resultLength").raw()).isEqualTo("3000");
    assertThat(live.soFar())
        .as("the first is still at it")
        .noneMatch(event -> event.type().equals("turn_complete"));
    assertThat(turns.active()).hasSize(1);
    assertThat(turns.abortTool(live.id(), "a").status()).isEqualTo(200);
    assertThat(live.story()).endsWith("tool_cancelled a", "tool_result a", "turn_complete");
  }
}
