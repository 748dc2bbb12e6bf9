package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("S1-86 … S1-90 over HTTP, with tools that hang for real")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnTimeoutsTest {
  private static final String ADVICE =
      " The operation may still be running in the background. Before you try again: (a) check"
          + " whether it completed all the same, for instance with ps aux | grep and the name of"
          + " its process, (b) ask for a shorter timeout if you only need to know whether it"
          + " answers, (c) split the work into smaller steps.";

  private static Served served;
  private static Turns turns;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .toolTimeouts(
                "{\"defaultMs\":700,\"overrides\":{\"ignore_cancel\":1600,\"sleep\":0,\"echo\":0}}")
            .start();
    turns = Turns.of(served);
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  @Test
  @Claim("S1-86")
  @DisplayName("S1-86 Tool over the default timeout → timeout error, turn continues")
  void overTheDefault() throws InterruptedException {
    var answer = turns.run(use("a", "hang", "{}"), echo("b", "two"));
    assertThat(answer.at("status").text()).isEqualTo("complete");
    assertThat(texts(answer))
        .containsExactly("[TIMEOUT] Tool \"hang\" did not respond within 1s." + ADVICE, "two");
    var timedOut = results(answer).getFirst();
    assertThat(timedOut.at("isError").raw()).isEqualTo("true");
    assertThat(timedOut.at("outcome").text()).isEqualTo("timed out");
    served.awaitReport("Tool timeout: hang after 700ms [main]");
    assertThat(served.reports()).contains("Tool timeout: hang after 700ms [main]");
  }

  @Test
  @Claim("S1-87")
  @DisplayName("S1-87 Override is used, not the default")
  void overridden() throws InterruptedException {
    var live = turns.begin(use("a", "ignore_cancel", "{\"ms\":60000}"));
    var timeout = live.data("tool_timeout");
    assertThat(timeout.at("timeoutMs").raw()).isEqualTo("1600");
    assertThat(timeout.at("kind").text()).isEqualTo("idle");
    assertThat(live.results().get("a"))
        .startsWith("[TIMEOUT] Tool \"ignore_cancel\" did not respond within 2s. ");
    assertThat(live.types()).endsWith("tool_timeout", "tool_result", "turn_complete");
  }

  @Test
  @Claim("S1-88")
  @DisplayName("S1-88 timeout = 0 → no framework timeout")
  void withoutTimeout() throws InterruptedException {
    var answer = turns.run(use("a", "sleep", "{\"ms\":1500}"));
    assertThat(texts(answer)).as("twice as long as the default").containsExactly("slept");
  }

  @Test
  @Claim("S1-89")
  @DisplayName("S1-89 Message includes tool name and duration")
  void nameAndDuration() throws InterruptedException {
    var live = turns.begin(use("a", "hang", "{\"_timeout\":600}"));
    var timeout = live.data("tool_timeout");
    assertThat(timeout.at("toolName").text()).isEqualTo("hang");
    assertThat(timeout.at("timeoutMs").raw()).isEqualTo("600");
    assertThat(timeout.at("elapsedMs").number(0)).isGreaterThanOrEqualTo(600);
    var result = live.data("tool_result");
    assertThat(result.at("result").text()).startsWith("[TIMEOUT] Tool \"hang\" ").contains("1s");
    assertThat(result.at("summary").text()).isEqualTo("[TIMEOUT after 1s]");
  }

  @Test
  @Claim("S1-90")
  @DisplayName("S1-90 LoopDetector still fires for repetition, no conflict with timeouts")
  void repetition() throws InterruptedException {
    var live = turns.begin(five(i -> use("c" + i, "hang", "{\"_timeout\":300}")));
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
    Json after = turns.run(echo("a", "a turn later"));
    assertThat(texts(after)).as("a new turn begins with nothing").containsExactly("a turn later");
  }

  private static String[] five(IntFunction<String> use) {
    return IntStream.range(0, 5).mapToObj(use).toArray(String[]::new);
  }
}
