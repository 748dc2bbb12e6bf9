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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Odd but right: names of any kind, a thousand calls, tools that nobody has")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnNamesTest {
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

  @ParameterizedTest
  @Claim("C30")
  @ValueSource(
      strings = {"a:b", "100%", "%2F", "a/b", "a b+c", "ü→🪢", "..", "?x#y", "a;b=c&d", "\"\\"})
  @DisplayName("C30: ids with any character work in every path, percent-encoded")
  void ids(String name) throws InterruptedException {
    var live = turns.live(Turns.bodyOf(name, "s " + name, "", hang(name), hang("other")));
    var id = live.id();
    assertThat(id).startsWith(name + ":s " + name + ":");
    assertThat(turns.one(id).at("turnId").text()).isEqualTo(id);
    // The turn is reported before its calls are accepted.
    assertThat(live.data("tool_start", name).at("toolId").text()).isEqualTo(name);
    assertThat(turns.abortTool(id, name).status()).isEqualTo(200);
    var reader = turns.readAfter(id, "0");
    assertThat(turns.abort(id).body()).isEqualTo("{\"ok\":true,\"turnId\":" + Json.quote(id) + "}");
    assertThat(live.results())
        .isEqualTo(
            Map.of(
                name,
                "[CANCELLED] Tool call aborted by user.",
                "other",
                "[CANCELLED] Turn aborted by user."));
    assertThat(reader.all()).isEqualTo(live.all().subList(1, live.all().size()));
  }

  @Test
  @DisplayName("A tool that nobody has is said to be unknown, and the others run")
  void unknownTool() throws InterruptedException {
    var answer = turns.run(use("a", "no_such_tool", "{}"), echo("b", "two"));
    assertThat(results(answer).getFirst().at("isError").raw()).isEqualTo("true");
    assertThat(texts(answer).getFirst()).startsWith("Unknown tool: no_such_tool");
    assertThat(texts(answer)).endsWith("two");
  }

  @Test
  @DisplayName("A thousand calls are answered, each, in order")
  void aThousand() throws InterruptedException {
    var uses =
        IntStream.range(0, 1_000).mapToObj(i -> echo("c" + i, "x" + i)).toArray(String[]::new);
    assertThat(texts(turns.run(uses)))
        .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> "x" + i).toList());
  }

  @Test
  @DisplayName("A turn's own limit, however large its wish, and one that passes")
  void limits() throws InterruptedException {
    var most =
        turns.post(
            "/api/turns",
            Turns.bodyOf("main", "s1", "\"timeoutMs\":999999999999,", echo("a", "1")));
    assertThat(Json.parse(most.body()).at("status").text()).isEqualTo("complete");
    var live = turns.live(Turns.bodyOf("main", "s1", "\"timeoutMs\":300,", hang("a")));
    assertThat(live.data("turn_abort").raw())
        .isEqualTo("{\"type\":\"turn_abort\",\"reason\":\"timeout\",\"detail\":\"timeout\"}");
    assertThat(live.results())
        .isEqualTo(Map.of("a", "[CANCELLED] Turn aborted because it took too long."));
  }
}
