package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.HandTime;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("S1-86 … S1-90 over HTTP, on the clock of the test")
@Tag("process")
final class TurnTimeoutsTest {
  private static final String ADVICE =
      " The operation may still be running in the background. Before you try again: (a) check"
          + " whether it completed all the same, for instance with ps aux | grep and the name of"
          + " its process, (b) ask for a shorter timeout if you only need to know whether it"
          + " answers, (c) split the work into smaller steps.";

  private final HandTime time = new HandTime();
  @AutoClose private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .on(time)
            .auth("{\"mode\":\"none\"}")
            .toolTimeouts("{\"defaultMs\":4700,\"overrides\":{\"ignore_cancel\":9000,\"sleep\":0}}")
            .start();
    turns = Turns.of(served);
  }

  @Test
  @Claim({"S1-86", "S1-87", "S1-89"})
  @DisplayName(
      "S1-86, S1-87, S1-89 Over the default or its override → timeout error with tool name and"
          + " duration, turn continues")
  void overTheLimit() throws InterruptedException {
    var post =
        turns.post(
            "/api/turns",
            Turns.body(
                use("a", "hang", "{}"),
                use("b", "ignore_cancel", "{\"ms\":60000}"),
                echo("c", "three")));
    served.awaitCalls("hang", 1);
    served.awaitCalls("ignore_cancel", 1);
    var live = turns.read(turns.active().getFirst().at("turnId").text());
    var _ = live.data("tool_result", "c");
    time.advance(Duration.ofMillis(4_700));
    var timeout = live.data("tool_timeout", "a");
    assertThat(timeout.at("toolName").text()).isEqualTo("hang");
    assertThat(timeout.at("timeoutMs").raw()).isEqualTo("4700");
    assertThat(timeout.at("elapsedMs").raw()).isEqualTo("4700");
    assertThat(timeout.at("kind").text()).isEqualTo("idle");
    assertThat(live.data("tool_result", "a").at("summary").text()).isEqualTo("[TIMEOUT after 5s]");
    time.advance(Duration.ofMillis(4_300));
    assertThat(live.data("tool_timeout", "b").at("timeoutMs").raw()).isEqualTo("9000");
    assertThat(live.types()).endsWith("tool_timeout", "tool_result", "turn_complete");

    var answer = Json.parse(post.body());
    assertThat(answer.at("status").text()).isEqualTo("complete");
    assertThat(texts(answer))
        .containsExactly(
            "[TIMEOUT] Tool \"hang\" did not respond within 5s." + ADVICE,
            "[TIMEOUT] Tool \"ignore_cancel\" did not respond within 9s." + ADVICE,
            "three");
    assertThat(results(answer).stream().map(one -> one.at("outcome").text()))
        .containsExactly("timed out", "timed out", "completed");
    assertThat(results(answer).getFirst().at("isError").raw()).isEqualTo("true");
    served.awaitReport("Tool timeout: hang after 4700ms [main]");
  }

  @Test
  @Claim("S1-88")
  @DisplayName("S1-88 timeout = 0 → no framework timeout")
  void withoutTimeout() throws IOException, InterruptedException {
    var gate = served.gate();
    var post = turns.post("/api/turns", Turns.body(use("a", "sleep", gate.arguments())));
    served.awaitCalls("sleep", 1);
    // Beyond each limit of a turn's tools; a connection may be silent for five minutes.
    time.advance(Duration.ofMinutes(4));
    gate.open();
    assertThat(texts(Json.parse(post.body()))).containsExactly("slept");
  }

  @Test
  @Claim("S1-90")
  @DisplayName("S1-90 LoopDetector still fires for repetition, no conflict with timeouts")
  void repetition() throws InterruptedException {
    var five =
        IntStream.range(0, 5)
            .mapToObj(i -> use("c" + i, "hang", "{\"_timeout\":3000}"))
            .toArray(String[]::new);
    var live = turns.begin(five);
    served.awaitCalls("hang", 5);
    time.advance(Duration.ofSeconds(3));
    assertThat(live.types()).endsWith("error", "turn_abort");
    assertThat(live.data("turn_abort").raw())
        .isEqualTo("{\"type\":\"turn_abort\",\"reason\":\"error\",\"detail\":\"loop\"}");
    var texts = List.copyOf(live.results().values());
    assertThat(texts).as("every call has its result").hasSize(5);
    assertThat(texts).allMatch(text -> text.startsWith("[TIMEOUT] Tool \"hang\" "));
    assertThat(texts.stream().filter(text -> text.contains("[LOOP DETECTED — HALTING] ")))
        .hasSize(1);
    assertThat(texts.stream().filter(text -> text.contains("[WARNING: Possible loop detected] ")))
        .as("one of each rule: the same again, and failures in a row")
        .hasSize(2);
    assertThat(texts(turns.run(echo("a", "a turn later"))))
        .as("a new turn begins with nothing")
        .containsExactly("a turn later");
  }

  @Test
  @DisplayName("S1-75, S1-76, S1-77: a turn learns what timed out in its session, and what to do")
  void sessionStatus() throws InterruptedException {
    var status = use("s", "session_status", "{}");
    var hanging = turns.post("/api/turns", Turns.body(use("a", "hang", "{\"_timeout\":3000}")));
    served.awaitCalls("hang", 1);
    time.advance(Duration.ofSeconds(3));
    assertThat(texts(Json.parse(hanging.body())).getFirst()).startsWith("[TIMEOUT]");
    assertThat(texts(turns.run(status, echo("e", "x"))).getFirst())
        .contains(
            "Calls of this turn: 2, this one included",
            "Timed out in this session: hang (limit 3 s, 1 time).",
            "Given up but still at work: none.",
            "Health: ok.",
            "Advice: hang timed out once: ask for less at once");
    var other = turns.post("/api/turns", Turns.bodyOf("main", "s2", "", status));
    assertThat(texts(Json.parse(other.body())).getFirst())
        .as("another session")
        .contains("Timed out in this session: none.", "Nothing has to be done.");
  }
}
