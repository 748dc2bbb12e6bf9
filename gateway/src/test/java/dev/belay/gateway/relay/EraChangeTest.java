package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
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
  private final HandTime time = new HandTime();

  /** What ends late disarms late; the test's own limit ends this if something never does. */
  @AfterEach
  void noTimerIsLeft() throws Exception {
    closeOpened();
    Patience.await(() -> time.armedTimers() == 0, () -> time.armedTimers() + " timers are left");
  }

  private HttpRope before(FaultyHttp server, String isolation) throws IOException {
    return new HttpRope(time, server.url(), "isolation: " + isolation);
  }

  private static String echo(Guest client, String text) throws InterruptedException {
    return client.call("echo", "{\"text\":\"" + text + "\"}").text();
  }

  private static void await(Patience.Condition<RuntimeException> wanted, String otherwise)
      throws InterruptedException {
    Patience.await(wanted, () -> otherwise);
  }

  private static void awaitReport(HttpRope rope) throws InterruptedException {
    await(
        () -> rope.reports().stream().anyMatch(line -> line.contains("another era of MCP")),
        "no change: " + rope.reports());
  }

  /** {@return the calls that the server got, in the form of that era} */
  private static List<Json> calls(FaultyHttp server, String era) throws IOException {
    return HttpRope.got(server, "tools/call").stream()
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
    var server = opened(FaultyHttp.start("--era", from));
    var rope = opened(before(server, isolation));
    await(rope::knowsEra, "no era");
    var visitor = rope.guest(client);
    assertThat(echo(visitor, "a")).isEqualTo("a");
    server.speak(to);
    assertThat(echo(visitor, "b")).isEqualTo("b");
    assertThat(echo(visitor, "c")).isEqualTo("c");
    assertThat(calls(server, to)).hasSizeGreaterThanOrEqualTo(2);
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  @DisplayName("So is what is no call")
  void soIsWhatIsNoCall(String from) throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", from));
    var rope = opened(before(server, "shared"));
    var visitor = rope.legacy();
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
    server.speak(from.equals("legacy") ? "modern" : "legacy");
    assertThat(visitor.ask("tools/list", "{}").answer().raw()).contains("\"echo\"");
    awaitReport(rope);
  }

  @Test
  @DisplayName("It is asked again after ten minutes of use, and serves in its new era from then on")
  void itIsAskedAgainAfterAWhile() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    var rope = opened(before(server, "shared"));
    var visitor = rope.legacy();
    assertThat(echo(visitor, "a")).isEqualTo("a");
    server.speak("both");
    time.advance(JUST_FRESH);
    assertThat(echo(visitor, "b")).isEqualTo("b");
    assertThat(HttpRope.got(server, "server/discover")).hasSize(1);
    time.advance(Duration.ofMillis(1));
    assertThat(HttpRope.got(server, "server/discover")).as("nobody uses it").hasSize(1);
    assertThat(echo(visitor, "c")).isEqualTo("c");
    awaitReport(rope);
    int before = calls(server, "modern").size();
    assertThat(echo(rope.modern(), "d")).isEqualTo("d");
    assertThat(calls(server, "modern")).hasSize(before + 1);
    assertThat(echo(visitor, "e")).as("PEER-2: in its own era").isEqualTo("e");
    assertThat(calls(server, "modern")).hasSize(before + 1);
    server.awaitLog("ended-session ");
  }

  @Test
  @DisplayName("What runs when it changes goes on where it is, and ends there")
  void whatRunsGoesOn() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    var rope = opened(before(server, "shared"));
    var visitor = rope.legacy();
    var asks = visitor.call("ask", "{\"method\":\"elicitation/create\"}");
    var question = asks.next();
    server.speak("both");
    server.fault("not_allowed,method=tools/call,times=1");
    assertThat(echo(visitor, "a")).isEqualTo("a");
    assertThat(calls(server, "modern")).hasSize(1);
    time.advance(Duration.ofMinutes(1));
    assertThat(asks.isOver()).isFalse();
    visitor.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}");
    assertThat(asks.text()).contains("red");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unauthorized", "unavailable", "server_error"})
  @DisplayName("A closed or broken door says nothing of its era")
  void aClosedDoorSaysNothing(String fault) throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    var rope = opened(before(server, "shared"));
    var visitor = rope.legacy();
    assertThat(echo(visitor, "a")).isEqualTo("a");
    server.fault(fault);
    time.advance(Duration.ofMinutes(10));
    assertThat(visitor.call("echo", "{}").text()).contains("status");
    server.calm();
    assertThat(echo(visitor, "b")).isEqualTo("b");
    assertThat(HttpRope.got(server, "initialize")).hasSize(1);
  }

  @Test
  @DisplayName("A doubt that came to nothing keeps the next ones quiet for ten seconds")
  void doubtsInVainAreRare() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", "modern"));
    var rope = opened(before(server, "shared"));
    var visitor = rope.modern();
    assertThat(echo(visitor, "a")).isEqualTo("a");
    server.fault("not_allowed,method=tools/call");
    for (int i = 0; i < 3; i++) {
      assertThat(visitor.call("echo", "{}").text()).contains("status 405");
    }
    assertThat(HttpRope.got(server, "server/discover")).hasSize(2);
    time.advance(Duration.ofSeconds(10));
    assertThat(visitor.call("echo", "{}").text()).contains("status 405");
    assertThat(HttpRope.got(server, "server/discover")).hasSize(3);
  }

  @Test
  @DisplayName("Clients that shared a modern server get a session each with a legacy one")
  void whatWasSharedIsIsolatedWhereThatIsWanted() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", "modern"));
    var rope = opened(before(server, "session"));
    await(rope::knowsEra, "no era");
    var one = rope.legacy();
    var other = rope.legacy();
    assertThat(echo(one, "a")).isEqualTo("a");
    one.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    assertThat(echo(other, "b")).isEqualTo("b");
    server.speak("legacy");
    assertThat(echo(one, "c")).isEqualTo("c");
    // One more than there are sessions: the modern server was asked for the legacy era as well.
    assertThat(HttpRope.got(server, "initialize")).hasSize(2);
    assertThat(echo(one, "d")).isEqualTo("d");
    assertThat(HttpRope.got(server, "initialize")).hasSize(3);
    assertThat(echo(other, "e")).isEqualTo("e");
    assertThat(HttpRope.got(server, "initialize")).hasSize(4);
    HttpRope.awaitGot(server, "resources/subscribe", 2);
    one.leave();
    server.awaitLog("ended-session ");
    assertThat(echo(other, "f")).isEqualTo("f");
    int listens = HttpRope.got(server, "subscriptions/listen").size();
    server.speak("modern");
    assertThat(echo(other, "g")).isEqualTo("g");
    HttpRope.awaitGot(server, "subscriptions/listen", listens + 1);
  }

  @Test
  @DisplayName("What clients wanted to hear of they hear of in the new era too")
  void subscriptionsMoveAlong() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    var rope = opened(before(server, "shared"));
    var visitor = rope.legacy();
    visitor.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    visitor.ask("logging/setLevel", "{\"level\":\"error\"}").answer();
    visitor.ask("tools/list", "{}").answer();
    server.speak("modern");
    assertThat(echo(visitor, "a")).isEqualTo("a");
    HttpRope.awaitGot(server, "subscriptions/listen", 1);
    assertThat(HttpRope.got(server, "subscriptions/listen").getLast().raw()).contains("file:///a");
    await(
        () -> visitor.told().stream().anyMatch(it -> it.raw().contains("tools/list_changed")),
        "the client may believe an old list");
    server.speak("legacy");
    assertThat(echo(visitor, "b")).isEqualTo("b");
    HttpRope.awaitGot(server, "resources/subscribe", 2);
    HttpRope.awaitGot(server, "logging/setLevel", 2);
  }

  private static final String LISTEN = "{\"notifications\":{\"toolsListChanged\":true}}";

  /** {@return what is heard next, of a list that changes until its server listens too} */
  private static String newsOf(Guest visitor, Asked listen) throws InterruptedException {
    await(
        () -> {
          visitor.call("list_change", "{}").text();
          return listen.told().size() > 1;
        },
        "no news");
    return listen.told().get(1).raw();
  }

  @Test
  @DisplayName("A listen that Belay keeps for a modern client hears in the new era too")
  void aKeptListenMovesAlong() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", "legacy"));
    var rope = opened(before(server, "shared"));
    await(rope::knowsEra, "no era");
    var visitor = rope.modern();
    var listen = visitor.ask("subscriptions/listen", LISTEN);
    listen.next();
    server.speak("modern");
    assertThat(echo(visitor, "a")).isEqualTo("a");
    HttpRope.awaitGot(server, "subscriptions/listen", 1);
    assertThat(newsOf(visitor, listen)).contains("tools/list_changed");
  }

  @Test
  @DisplayName("A listen is acknowledged once, whoever keeps it")
  void aListenIsAcknowledgedOnce() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", "modern"));
    var rope = opened(before(server, "shared"));
    var visitor = rope.modern();
    var listen = visitor.ask("subscriptions/listen", LISTEN);
    assertThat(listen.next().raw()).contains("acknowledged");
    server.speak("legacy");
    assertThat(echo(visitor, "a")).isEqualTo("a");
    assertThat(newsOf(visitor, listen)).contains("tools/list_changed");
  }
}
