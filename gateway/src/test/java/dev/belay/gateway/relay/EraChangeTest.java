package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("A server at a url that speaks another era by now (MCP 2026-07-28 §versioning)")
final class EraChangeTest extends Closing {
  private static final Duration JUST_FRESH = Duration.ofMinutes(10).minusMillis(1);

  /** Opens one for calls without limits, at whose end no timer may be left. */
  private MultiClientHarness before(String era, String isolation)
      throws IOException, InterruptedException {
    var setup = StdioHarness.over("--era", era).with("isolation", isolation);
    var crowd = ServerProcesses.atUrl(setup.limits(new HandTime()));
    // Closed after it; what ends late disarms late.
    opened(
        (AutoCloseable)
            () -> Patience.await(() -> crowd.time().armedTimers() == 0, () -> "timers are left"));
    return opened(crowd);
  }

  private static void awaitEra(MultiClientHarness crowd) throws InterruptedException {
    var shared = crowd.relay().audiences().audiences().getFirst().upstream();
    crowd.await("its era", () -> shared.snapshot().era() != null);
  }

  /** {@return the calls that the server got, in the form of that era} */
  private static List<Json> calls(MultiClientHarness crowd, String era) {
    return crowd.got("tools/call").stream()
        .filter(call ->
            call.at("params", "_meta", "io.modelcontextprotocol/protocolVersion").present()
                == era.equals("modern"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "legacy, modern, legacy, session",
    "legacy, modern, modern, session",
    "legacy, modern, legacy, shared",
    "legacy, modern, modern, shared",
    "modern, legacy, legacy, session",
    "modern, legacy, modern, session",
    "modern, legacy, legacy, shared",
    "modern, legacy, modern, shared"
  })
  @DisplayName("What it refuses as the other era does is made again in that one, unseen")
  void whatIsRefusedIsMadeAgain(String from, String to, String client, String isolation)
      throws IOException, InterruptedException {
    var crowd = before(from, isolation);
    awaitEra(crowd);
    var visitor = crowd.guest(client);
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.behind().speak(to);
    assertThat(visitor.echo("b")).isEqualTo("b");
    assertThat(visitor.echo("c")).isEqualTo("c");
    assertThat(calls(crowd, to)).hasSizeGreaterThanOrEqualTo(2);
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  @DisplayName("So is what is no call")
  void soIsWhatIsNoCall(String from) throws IOException, InterruptedException {
    var crowd = before(from, "shared");
    var visitor = crowd.legacy();
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
    crowd.behind().speak(from.equals("legacy") ? "modern" : "legacy");
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
    crowd.awaitReport("another era of MCP");
  }

  @Test
  @DisplayName("It is asked again after ten minutes of use, and serves in its new era from then on")
  void itIsAskedAgainAfterAWhile() throws IOException, InterruptedException {
    var crowd = before("legacy", "shared");
    var visitor = crowd.legacy();
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.behind().speak("both");
    crowd.time().advance(JUST_FRESH);
    assertThat(visitor.echo("b")).isEqualTo("b");
    assertThat(crowd.got("server/discover")).hasSize(1);
    crowd.time().advance(Duration.ofMillis(1));
    assertThat(crowd.got("server/discover")).as("nobody uses it").hasSize(1);
    assertThat(visitor.echo("c")).isEqualTo("c");
    crowd.awaitReport("another era of MCP");
    int before = calls(crowd, "modern").size();
    assertThat(crowd.modern().echo("d")).isEqualTo("d");
    assertThat(calls(crowd, "modern")).hasSize(before + 1);
    assertThat(visitor.echo("e")).as("PEER-2: in its own era").isEqualTo("e");
    assertThat(calls(crowd, "modern")).hasSize(before + 1);
    crowd.awaitLog("ended-session", _ -> true);
  }

  @Test
  @DisplayName("What runs when it changes goes on where it is, and ends there")
  void whatRunsGoesOn() throws IOException, InterruptedException {
    var crowd = before("legacy", "shared");
    var visitor = crowd.legacy();
    var asks = visitor.call("ask", "{\"method\":\"elicitation/create\"}");
    var question = asks.next();
    crowd.behind().speak("both");
    crowd.behind().fault("not_allowed,method=tools/call,times=1");
    assertThat(visitor.echo("a")).isEqualTo("a");
    assertThat(calls(crowd, "modern")).hasSize(1);
    crowd.time().advance(Duration.ofMinutes(1));
    assertThat(asks.isOver()).isFalse();
    visitor.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}");
    assertThat(asks.text()).contains("red");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unauthorized", "unavailable", "server_error"})
  @DisplayName("A closed or broken door says nothing of its era")
  void aClosedDoorSaysNothing(String fault) throws IOException, InterruptedException {
    var crowd = before("legacy", "shared");
    var visitor = crowd.legacy();
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.behind().fault(fault);
    crowd.time().advance(Duration.ofMinutes(10));
    assertThat(visitor.call("echo", "{}").text()).contains("status");
    crowd.behind().calm();
    assertThat(visitor.echo("b")).isEqualTo("b");
    assertThat(crowd.got("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("A doubt that came to nothing keeps the next ones quiet for ten seconds")
  void doubtsInVainAreRare() throws IOException, InterruptedException {
    var crowd = before("modern", "shared");
    var visitor = crowd.modern();
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.behind().fault("not_allowed,method=tools/call");
    for (int i = 0; i < 3; i++) {
      assertThat(visitor.call("echo", "{}").text()).contains("status 405");
    }
    assertThat(crowd.got("server/discover")).hasSize(2);
    crowd.time().advance(Duration.ofSeconds(10));
    assertThat(visitor.call("echo", "{}").text()).contains("status 405");
    assertThat(crowd.got("server/discover")).hasSize(3);
  }

  @Test
  @DisplayName("Clients that shared a modern server get a session each with a legacy one")
  void whatWasSharedIsIsolatedWhereThatIsWanted() throws IOException, InterruptedException {
    var crowd = before("modern", "session");
    awaitEra(crowd);
    var one = crowd.legacy();
    var other = crowd.legacy();
    assertThat(one.echo("a")).isEqualTo("a");
    one.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    assertThat(other.echo("b")).isEqualTo("b");
    crowd.behind().speak("legacy");
    assertThat(one.echo("c")).isEqualTo("c");
    // One more than there are sessions: the modern server was asked for the legacy era as well.
    assertThat(crowd.got("initialize")).hasSize(2);
    assertThat(one.echo("d")).isEqualTo("d");
    assertThat(crowd.got("initialize")).hasSize(3);
    assertThat(other.echo("e")).isEqualTo("e");
    assertThat(crowd.got("initialize")).hasSize(4);
    crowd.awaitGot("resources/subscribe", 2);
    one.leave();
    crowd.awaitLog("ended-session", _ -> true);
    assertThat(other.echo("f")).isEqualTo("f");
    int listens = crowd.got("subscriptions/listen").size();
    crowd.behind().speak("modern");
    assertThat(other.echo("g")).isEqualTo("g");
    crowd.awaitGot("subscriptions/listen", listens + 1);
  }

  @Test
  @DisplayName("What clients wanted to hear of they hear of in the new era too")
  void subscriptionsMoveAlong() throws IOException, InterruptedException {
    var crowd = before("legacy", "shared");
    var visitor = crowd.legacy();
    visitor.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    visitor.ask("logging/setLevel", "{\"level\":\"error\"}").answer();
    visitor.ask("tools/list", "{}").answer();
    crowd.behind().speak("modern");
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.awaitGot("subscriptions/listen", 1);
    assertThat(crowd.got("subscriptions/listen").getLast().raw()).contains("file:///a");
    crowd.await("news", () -> !visitor.told("notifications/tools/list_changed").isEmpty());
    crowd.behind().speak("legacy");
    assertThat(visitor.echo("b")).isEqualTo("b");
    crowd.awaitGot("resources/subscribe", 2);
    crowd.awaitGot("logging/setLevel", 2);
  }

  private static final String LISTEN = "{\"notifications\":{\"toolsListChanged\":true}}";

  /** {@return what is heard next, of a list that changes until its server listens too} */
  private static String newsOf(Guest visitor, Asked listen) throws InterruptedException {
    Patience.await(
        () -> {
          visitor.call("list_change", "{}").text();
          return listen.told().size() > 1;
        },
        () -> "no news");
    return listen.told().get(1).raw();
  }

  @ParameterizedTest
  @CsvSource({"legacy, modern", "modern, legacy"})
  @DisplayName("A listen, acknowledged once, hears in the new era too, whoever keeps it")
  void aListenMovesAlong(String from, String to) throws IOException, InterruptedException {
    var crowd = before(from, "shared");
    awaitEra(crowd);
    var visitor = crowd.modern();
    var listen = visitor.ask("subscriptions/listen", LISTEN);
    assertThat(listen.next().raw()).contains("acknowledged");
    crowd.behind().speak(to);
    assertThat(visitor.echo("a")).isEqualTo("a");
    crowd.awaitGot("subscriptions/listen", 1);
    assertThat(newsOf(visitor, listen)).contains("tools/list_changed");
  }
}
