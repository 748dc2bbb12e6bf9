package dev.belay.gateway.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Outcome;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.client.Heard;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.session.TooSoon;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A call that this program makes for a turn is found, and refused, as a client's is")
final class OwnCallsTest {
  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());

  /** How often a tool ran that cannot do without a client. */
  private final AtomicInteger asking = new AtomicInteger();

  @AfterEach
  void end() {
    workshop.open();
    fleet.governor().close();
  }

  /** What becomes of one call; it is called on behalf of a principal, with that turn's terms. */
  private static final class Made implements TurnCallPolicy {
    final List<Call> calls = new CopyOnWriteArrayList<>();
    final List<String> refusals = new CopyOnWriteArrayList<>();
    final CountDownLatch decided = new CountDownLatch(1);
    private final Caller caller;
    boolean isCounted = true;

    Made(String principal) {
      caller = Caller.of(principal, null).inTurn("turn-1");
    }

    @Override
    public Caller caller() {
      return caller;
    }

    @Override
    public CallRequest on(CallRequest asked) {
      return asked;
    }

    @Override
    public boolean isCounted() {
      return isCounted;
    }

    @Override
    public void started(Call call) {
      calls.add(call);
      decided.countDown();
    }

    @Override
    public void refused(String reason) {
      refusals.add(reason);
      decided.countDown();
    }

    /** {@return the call, once it is decided that there is one} */
    Call call() throws InterruptedException {
      decided.await();
      assertThat(refusals).isEmpty();
      assertThat(calls).hasSize(1);
      return calls.getFirst();
    }

    /** {@return what the tool said} */
    String text() throws InterruptedException {
      if (call().join() instanceof Outcome.Completed(var result)) {
        var content = Json.parse(new String(result.bytes(), UTF_8)).at("content");
        return content.items().getFirst().at("text").text();
      }
      throw new AssertionError(call().outcome());
    }

    /** {@return why there is no call, once that is decided} */
    String refusal() throws InterruptedException {
      decided.await();
      assertThat(calls).isEmpty();
      assertThat(refusals).hasSize(1);
      return refusals.getFirst();
    }
  }

  /** Makes a call of which nobody may have decided yet. */
  private Made call(Made made, String tool, String arguments) {
    var principal = made.caller.principal();
    var asker = new Heard(principal, "turn-1", new ArrayDeque<>());
    fleet
        .catalog()
        .start(
            new ToolCall(
                tool, arguments.getBytes(UTF_8), asker, made, made::started, made::refused));
    return made;
  }

  private Made call(String principal, String tool) {
    return call(new Made(principal), tool, "{}");
  }

  private Made call(String tool) {
    return call("local", tool);
  }

  /** Adds tools of which one asks its client what not every client can answer. */
  private void asking() {
    fleet.tools(
        "asking",
        Tools.builder()
            .add(
                Tools.define("guess")
                    .description("Guesses.")
                    .needs("sampling")
                    .handle(_ -> "guess " + asking.incrementAndGet()))
            .add(Tools.define("know").description("Knows.").handle(_ -> "known"))
            .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"own__say", "own.say", "own__speech.say", "own.speech.say"})
  @DisplayName("It runs by each name that clients know, with its arguments, for its principal")
  void names(String name) throws InterruptedException {
    var other = fleet.server("a").tools("say");
    var made = call(new Made("anna"), name, "{\"word\":\"b\u00e9\"}");
    assertThat(made.text()).isEqualTo("said b\u00e9");
    var info = made.call().info();
    assertThat(info.upstream()).isEqualTo("own");
    assertThat(info.tool()).isEqualTo("say");
    assertThat(info.caller()).isEqualTo(made.caller);
    assertThat(other.heard("tools/call")).isEmpty();
  }

  @Test
  @DisplayName("It is told of while it runs, and is listed as any call is")
  void running() throws InterruptedException {
    fleet.server("a").tools("t");
    var made = call("own__wait");
    var call = made.call();
    assertThat(fleet.governor().directory().calls()).containsExactly(call);
    assertThat(workshop.began.take()).isEqualTo("wait");
    workshop.open();
    assertThat(made.text()).isEqualTo("over");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          t     | say       | Unknown tool: say. Did you mean own__say?
          t     | own_say   | Unknown tool: own_say. Did you mean own__say?
          t     | mow       | Unknown tool: mow.
          t     | own__sing | Unknown tool: sing.
          t,say | say       | Unknown tool: say. Did you mean a__say or own__say?
                | sing      | Unknown tool: sing.
                | sya       | Unknown tool: sya. Did you mean say?
                | own__say  | Unknown tool: own__say.
          """)
  @DisplayName("What no server calls so is unknown, with the whole names as what was meant")
  void unknown(@Nullable String beside, String name, String refusal) throws InterruptedException {
    if (beside != null) {
      fleet.server("a").tools(beside.split(",", -1));
    }
    assertThat(call(name).refusal()).isEqualTo(refusal);
    assertThat(workshop.began).isEmpty();
    assertThat(fleet.governor().directory().calls()).isEmpty();
  }

  @Test
  @DisplayName("Where a server that may have it cannot be asked, the sentence ends with why")
  void unavailable() throws InterruptedException {
    var broken = fleet.server("a");
    broken.trouble = "it does not start.";
    broken.list("tools/list", "{\"tools\":[]}");
    assertThat(call("seek").refusal())
        .isEqualTo("Unknown tool: seek. The server \"a\" is unavailable: it does not start.");
  }

  @Test
  @DisplayName("A call waits for the list of a server that starts; if it is late, it is named")
  void stillStarting() throws InterruptedException {
    fleet.yaml("mcp: { prefix: none }");
    var slow = fleet.server("a").tools("seek").holding("tools/list");
    var made = call("anna", "seek");
    fleet.time.advance(Duration.ofSeconds(59));
    assertThat(made.refusals).isEmpty();
    assertThat(call("say").text()).as("another server's").isEqualTo("said hi");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(made.refusal())
        .isEqualTo(
            "Unknown tool: seek. The server \"a\" has not listed its tools yet: call again in a"
                + " moment.");
  }

  @Test
  @DisplayName("What breaks once its list is there refuses the call, with the reason")
  void broken() throws InterruptedException {
    fleet.yaml("mcp: { prefix: none }");
    var slow = fleet.server("a").tools("seek").holding("tools/list");
    var made = call("anna", "seek");
    slow.onCall =
        () -> {
          throw new IllegalStateException("broken here");
        };
    slow.release();
    assertThat(made.refusal()).contains("broken here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"own__say", "own.say", "own__speech.say", "own.speech.say"})
  @DisplayName("P23: what its principal may not call is unknown, by each of its names, and noted")
  void denied(String name) throws InterruptedException {
    fleet.server("a").tools("t");
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"own__say\"] } ] }");
    assertThat(call("anna", name).refusal())
        .startsWith("Unknown tool: " + name + ".")
        .doesNotContain("own__say?");
    assertThat(workshop.began).isEmpty();
    assertThat(fleet.decided).containsExactly("refused policy to anna: may not call own__say");
    assertThat(call("bob", name).text()).isEqualTo("said hi");
  }

  @Test
  @DisplayName("P23: it is not hinted at either, as it is to who may call it")
  void deniedIsNoHint() throws InterruptedException {
    fleet.server("a").tools("t");
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"own__say\"] } ] }");
    for (var near : List.of("say", "own_say")) {
      assertThat(call("bob", near).refusal()).endsWith("Did you mean own__say?");
      assertThat(call("anna", near).refusal()).doesNotContain("own__say");
    }
    assertThat(fleet.decided).as("nobody has named it").isEmpty();
  }

  @Test
  @DisplayName("A tool that says what its client must be able to do is refused before it runs")
  void needs() throws InterruptedException {
    asking();
    var why = "The tool asks its client, and a turn has none that it could ask.";
    assertThat(call("asking__guess").refusal()).isEqualTo(why);
    assertThat(call("asking__know").text()).isEqualTo("known");
    fleet.without("own").replace();
    assertThat(call("guess").refusal()).as("alone").isEqualTo(why);
    assertThat(asking).hasValue(0);
  }

  @Test
  @DisplayName("With one server, a tool runs under its own name")
  void onlyServer() throws InterruptedException {
    assertThat(call("say").text()).isEqualTo("said hi");
    assertThat(call("speech.say").text()).isEqualTo("said hi");
    assertThat(workshop.began).hasSize(2);
  }

  @Test
  @DisplayName("P23: an only server is guarded as well where somebody may not call all of it")
  void onlyServerGuarded() throws InterruptedException {
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"say\"] } ] }");
    assertThat(call("anna", "say").refusal()).startsWith("Unknown tool: say.");
    assertThat(call("anna", "sy").refusal()).doesNotContain("Did you mean say");
    assertThat(call("bob", "sya").refusal()).endsWith("Did you mean say?");
    assertThat(call("bob", "say").text()).isEqualTo("said hi");
    assertThat(workshop.began).hasSize(1);
  }

  @Test
  @DisplayName("It counts for the rate of its tool, but where it has counted before")
  void rate() throws InterruptedException {
    fleet.yaml("tools: { say: { rate_limit: 1/1h } }");
    var soon = new TooSoon.Pause("Too many.", Duration.ofHours(1));
    fleet.around(Neighbours.none().paced((_, _, _, _) -> soon));
    assertThat(call("say").refusal()).isEqualTo("Too many.");
    var again = new Made("local");
    again.isCounted = false;
    call(again, "say", "{}");
    assertThat(again.text()).isEqualTo("said hi");
  }

  @Test
  @DisplayName("Another configuration counts for the next call")
  void replaced() throws InterruptedException {
    assertThat(call("say").text()).isEqualTo("said hi");
    fleet.server("a").tools("t");
    fleet.replace();
    assertThat(call("say").refusal()).isEqualTo("Unknown tool: say. Did you mean own__say?");
    assertThat(call("own__say").text()).isEqualTo("said hi");
  }
}
