package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.hang;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What one message of a model asked for runs as a turn over HTTP")
@Tag("process")
final class TurnsTest {
  private static final String OPEN = "{\"mode\":\"none\"}";

  private final HandTime time = new HandTime();
  @AutoClose private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .on(time)
            .auth(OPEN)
            // No limit of a call: the clock passes graces alone.
            .toolTimeouts("{\"defaultMs\":0}")
            .tool("sleep", "{\"concurrency\":\"exclusive\"}")
            .start();
    turns = Turns.of(served);
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
  @Claim("S1-99")
  @DisplayName("S1-99 Exclusive tool runs alone")
  void alone() throws InterruptedException {
    var live = turns.begin(hang("a"), use("b", "sleep", "{\"ms\":10}"), hang("c"));
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(turns.abortTool(live.id(), "a").status()).isEqualTo(200);
    Patience.await(
        () -> {
          time.advance(Duration.ofSeconds(1)); // What is aborted has its time to end.
          return served.log("call").size() == 3;
        },
        () -> "not all ran: " + served.log("call"));
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
  @DisplayName("C19: a call that runs alone in its turn holds up no other turn")
  void besideAnother() throws IOException, InterruptedException {
    var gate = served.gate();
    var first = turns.begin(use("a", "sleep", gate.arguments()));
    served.awaitCalls("sleep", 1);
    assertThat(texts(turns.run(echo("b", "beside")))).containsExactly("beside");
    assertThat(first.soFar()).noneMatch(event -> event.type().equals("tool_result"));
    gate.open();
    assertThat(first.types()).endsWith("turn_complete");
  }

  @Test
  @DisplayName("A body that ends half-way starts nothing")
  void half() throws IOException, InterruptedException {
    var whole = turns.request("/api/turns", Turns.body(echo("a", "half")) + "     ").bytes();
    var part = Arrays.copyOf(whole, whole.length - 5);
    try (var cut = turns.client().connect()) {
      cut.sendBytes(part);
    }
    var reset = turns.client().connect();
    reset.sendBytes(part);
    reset.reset();
    var halfClosed = turns.client().connect();
    halfClosed.sendBytes(part);
    halfClosed.halfClose();
    var _ = halfClosed.awaitEnd();
    var answer = turns.run(echo("a", "whole"));
    assertThat(answer.at("turnId").text()).endsWith("-1");
    assertThat(served.upstreamCalls("echo")).hasSize(1);
  }

  @Test
  @Claim({"S1-100", "S1-101"})
  @DisplayName("S1-100, S1-101 Events as each completes, results in request order")
  void inOrder() throws InterruptedException {
    var post =
        turns.post("/api/turns", Turns.body(hang("a"), echo("b", "x".repeat(3_000)), hang("c")));
    served.awaitCalls("hang_honouring_cancel", 2);
    var id = turns.active().getFirst().at("turnId").text();
    var live = turns.read(id);
    var cut = live.data("tool_result", "b");
    assertThat(cut.at("result").text()).isEqualTo("x".repeat(2_000));
    assertThat(cut.at("resultLength").raw()).isEqualTo("3000");
    assertThat(turns.active()).as("the others are still at it").hasSize(1);
    // The last one ends before the first one does.
    assertThat(turns.abortTool(id, "c").status()).isEqualTo(200);
    var _ = live.data("tool_result", "c");
    assertThat(turns.abortTool(id, "a").status()).isEqualTo(200);
    var answer = Json.parse(post.body());
    assertThat(results(answer).stream().map(one -> one.at("toolId").text()))
        .containsExactly("a", "b", "c");
    assertThat(texts(answer).get(1)).hasSize(3_000);
    assertThat(live.story())
        .containsSubsequence(
            "tool_result b", "tool_cancelled c", "tool_result c", "tool_result a", "turn_complete");
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
  @DisplayName("A thousand calls are answered, each, in order")
  void aThousand() throws IOException, InterruptedException {
    var uses =
        IntStream.range(0, 1_000)
            .mapToObj(i -> use("c" + i, "native__say", "{\"text\":\"x" + i + "\"}"))
            .toArray(String[]::new);
    try (var own = Serve.puppet().with(Tools.of(new Saying())).auth(OPEN).start()) {
      assertThat(texts(Turns.of(own).run(uses)))
          .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> "x" + i).toList());
    }
  }

  /** A tool of this program. */
  static final class Saying {
    @Tool(description = "Says it.", readOnly = true)
    String say(String text) {
      return text;
    }
  }

  @Test
  @DisplayName("P25: at the end a turn gets the time that all get")
  void endsWithinTheDrain() throws IOException, InterruptedException {
    try (var patient = Serve.puppet().auth(OPEN).http("drain_timeout", "3600").start();
        var stopping = Executors.newSingleThreadExecutor()) {
      var gate = patient.gate();
      var live = Turns.of(patient).begin(use("a", "sleep", gate.arguments()));
      patient.awaitCalls("sleep", 1);
      var _ =
          stopping.submit(() -> {
            patient.stop();
            return "stopped";
          });
      patient.awaitReport("stopping: 1 request is running, and gets 3600 s to end");
      gate.open();
      assertThat(live.types()).endsWith("turn_complete");
    }
  }

  @Test
  @DisplayName("P25: a turn that takes longer than that is told so, by its last event")
  void shutdown() throws IOException, InterruptedException {
    var serve = Serve.puppet().on(time).http("drain_timeout", "7");
    try (var brief = serve.auth(OPEN).start()) {
      var live = Turns.of(brief).begin(hang("a"));
      brief.awaitCalls("hang_honouring_cancel", 1);

      brief.outlast(Duration.ofSeconds(7));

      assertThat(live.types()).endsWith("turn_abort");
      assertThat(live.data("turn_abort").at("detail").text()).isEqualTo("server_shutdown");
    }
  }

  @Test
  @DisplayName("session_status is for turns alone: no client of MCP sees it, or can call it")
  void turnsAlone() throws IOException, InterruptedException {
    // By default a list is sent without a server that delays it.
    try (var own =
        Serve.puppet().auth(OPEN).and("other").mcp("tools_list", "{\"wait_ms\":60000}").start()) {
      var client = own.modern();
      var list = client.request("1", "tools/list", "{}").response();
      assertThat(list.raw()).contains("faulty__echo").doesNotContain("session_status");
      for (var name : new String[] {"session_status", "belay__session_status"}) {
        var answer = client.request("2", "tools/call", "{\"name\":" + Json.quote(name) + "}");
        assertThat(answer.response().raw()).contains("Unknown tool");
      }
      assertThat(texts(Turns.of(own).run(use("a", "sesion_status", "{}"))).getFirst())
          .endsWith("Did you mean session_status?");
    }
  }

  @Test
  @DisplayName("http.rate_limit: each call of a turn counts; 429 before any begins")
  void rate() throws IOException, InterruptedException {
    try (var own = Serve.puppet().auth(OPEN).http("rate_limit", "\"3/h\"").start()) {
      var turns = Turns.of(own);
      var two = Turns.body(echo("e", "x"), echo("f", "y"));
      assertThat(turns.post("/api/turns", two).status()).isEqualTo(200);
      var refused = turns.post("/api/turns", two);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(Integer.parseInt(refused.field("Retry-After"))).isPositive();
      assertThat(texts(turns.run(echo("e", "x")))).containsExactly("x");
      assertThat(own.upstreamCalls("echo")).hasSize(3);
    }
  }

  @Test
  @DisplayName("turns.loops: how often the same may be asked is configured")
  void loops() throws IOException, InterruptedException {
    try (var own =
        Serve.puppet().auth(OPEN).turns("{\"loops\":{\"warn_at\":0,\"halt_at\":2}}").start()) {
      var turn = Turns.of(own).run(echo("a", "x"), echo("b", "x"));
      assertThat(turn.at("detail").text()).isEqualTo("loop");
      assertThat(texts(turn)).anyMatch(text -> text.contains("[LOOP DETECTED"));
    }
  }
}
