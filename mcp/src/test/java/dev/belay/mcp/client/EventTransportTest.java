package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.INITIALIZED;
import static dev.belay.mcp.client.Said.ROOTS_CHANGED;
import static dev.belay.mcp.client.Said.cancelled;
import static dev.belay.mcp.client.Said.initialize;
import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.modern;
import static dev.belay.mcp.client.Said.opened;
import static dev.belay.mcp.client.Said.result;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("HTTP+SSE, the transport of 2024-11-05 (MCP 2024-11-05 §http-with-sse)")
final class EventTransportTest extends HttpPeerTest {
  private final EventScript script = new EventScript();

  /** Serves by the script, except some requests. */
  private ScriptedServer serveBut(
      Predicate<ScriptedServer.Heard> some, ScriptedServer.Script instead) {
    return serve((request, wire) -> (some.test(request) ? instead : script).answer(request, wire));
  }

  private HttpConnection open(ScriptedServer server) throws InterruptedException {
    var connection = connectOverEvents(server, new HandTime());
    opens(connection);
    return connection;
  }

  private static List<ScriptedServer.Heard> posts(ScriptedServer server, String text) {
    return server.heard.stream()
        .filter(request -> request.method().equals("POST") && request.has(text))
        .toList();
  }

  private static List<String> paths(ScriptedServer server, String text) {
    return posts(server, text).stream().map(ScriptedServer.Heard::path).toList();
  }

  private static void awaitPosted(ScriptedServer server, String text) throws InterruptedException {
    Patience.await(() -> !posts(server, text).isEmpty(), () -> "not posted: " + text);
  }

  @Test
  void whatIsPostedToTheEndpointIsAnsweredOnTheStream() throws InterruptedException {
    var server = serve(script);
    var connection = open(server);
    answers(connection, legacy(1, "tools/call"), "1 " + result(1, "\"n\":1"));
    var requests = List.copyOf(server.heard);
    assertThat(requests).extracting(ScriptedServer.Heard::method).containsOnlyOnce("GET");
    assertThat(requests.getFirst().path()).isEqualTo("/mcp");
    assertThat(requests.subList(1, 4))
        .extracting(ScriptedServer.Heard::path)
        .containsOnly("/messages?sessionId=1");
    assertThat(requests.get(3).header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
    assertThat(handler.notes).isEmpty();
  }

  @Test
  void theServerMayAskAndTellOnItsStream() throws IOException, InterruptedException {
    var server = serve(script);
    var connection = open(server);
    script.stream().event("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}");
    assertThat(handler.next()).startsWith("null {").contains("\"ping\"");
    assertThat(connection.answer(utf8("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}")))
        .isTrue();
    awaitPosted(server, "\"q\"");
    assertThat(paths(server, "\"q\"")).containsExactly("/messages?sessionId=1");
  }

  @Test
  @DisplayName("Such a server is of the legacy era: it is not even asked for the modern one")
  void theModernEraIsNotAskedFor() throws InterruptedException {
    var server = serve(script);
    var connection = connectOverEvents(server, new HandTime());
    answers(connection, modern(1, "server/discover", ""), "1 REFUSED");
    assertThat(server.heard).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405})
  @DisplayName("A server that refuses to be opened and offers such a stream is spoken to that way")
  void isFoundOut(int status) throws InterruptedException {
    var server =
        serveBut(
            request -> request.method().equals("POST") && request.path().equals("/mcp"),
            (_, wire) -> wire.respond(status, "text/plain", "no"));
    var connection = connect(server);
    opens(connection);
    answers(connection, legacy(1, "tools/call"), "1 " + result(1, "\"n\":1"));
    assertThat(script.streams).hasValue(1);
    connection.send(modern(2, "server/discover", ""));
    assertThat(handler.next()).as("the modern era may still come").isEqualTo("2 REFUSED");
    assertThat(posts(server, "server/discover")).hasSize(1);
  }

  @Test
  void aServerThatOffersNoStreamHasRefused() throws InterruptedException {
    var server = serve((request, wire) -> wire.respond(isGet(request) ? 405 : 404, "", ""));
    var connection = connect(server);
    answers(connection, initialize(0), "0 REFUSED");
    assertThat(handler.failures.getFirst().text()).contains("status 404");
  }

  @Test
  @DisplayName("A stream that does not say where to post to is none, after 10 s")
  void aStreamWithoutAnEndpointIsNone() throws InterruptedException {
    var time = new HandTime();
    var server =
        serve((request, wire) -> {
          if (isGet(request)) {
            wire.events().chunk(": hello\n\n");
          } else {
            wire.respond(405, "", "");
          }
        });
    var connection = connect(server, HttpBounds.DEFAULT, time);
    connection.send(initialize(0));
    time.pass(Duration.ofSeconds(10));
    // The comment counts as a sign of life, and may come at that very moment.
    Patience.await(
        time, Duration.ofSeconds(10), handler::hasHeard, () -> "it waits for an endpoint");
    assertThat(handler.next()).isEqualTo("0 REFUSED");
    assertThat(handler.failures.getFirst().text()).contains("status 405");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example/messages?sessionId=",
        "//evil.example/messages?sessionId=",
        "http://127.0.0.1:1/messages?sessionId=",
        "https://127.0.0.1/messages?sessionId=",
        "http://user@127.0.0.1/messages?sessionId=",
        "file:///etc/passwd?sessionId=",
        "::"
      })
  @DisplayName("Nothing is posted to another address, whatever the server says")
  void anEndpointElsewhereIsRefused(String endpoint) throws InterruptedException {
    var server = serve(new EventScript(() -> endpoint));
    var connection = connectOverEvents(server, new HandTime());
    answers(connection, initialize(0), "0 REFUSED");
    assertThat(handler.failures.getFirst().text())
        .contains("which is not at its own address: nothing is sent there");
    assertThat(server.heard).extracting(ScriptedServer.Heard::method).containsExactly("GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp?sessionId=", "mcp?sessionId=", "?sessionId=", "./mcp?sessionId="})
  void anEndpointMayBeRelative(String endpoint) throws InterruptedException {
    var server = serve(new EventScript(() -> endpoint));
    var _ = open(server);
    assertThat(paths(server, "\"initialize\"").getFirst()).isEqualTo("/mcp?sessionId=1");
  }

  @Test
  void anEndpointMayBeAWholeAddressOfTheSameServer() throws InterruptedException {
    var address = new AtomicReference<String>("");
    var server = serve(new EventScript(address::get));
    address.set(server.url().resolve("/there?n=").toString());
    var connection = connectOverEvents(server, new HandTime());
    connection.send(legacy(1, "tools/call"));
    assertThat(handler.next()).as("not opened yet").isEqualTo("1 REFUSED");
    opens(connection);
    assertThat(paths(server, "\"initialize\"").getFirst()).isEqualTo("/there?n=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"end", "reset"})
  @DisplayName("With its stream is lost what was asked on it; the next use opens both again")
  void aLostStreamIsOpenedAgainByTheNextUse(String how) throws IOException, InterruptedException {
    var server = serve(script);
    var connection = open(server);
    connection.send(legacy(1, "hang"));
    connection.send(legacy(2, "hang"));
    awaitPosted(server, "\"id\":1");
    awaitPosted(server, "\"id\":2");
    if (how.equals("end")) {
      script.stream().end();
    } else {
      script.stream().reset();
    }
    assertThat(List.of(handler.next(), handler.next()))
        .containsExactlyInAnyOrder("1 LOST", "2 LOST");
    assertThat(handler.failures.getFirst().text()).contains("the stream on which its answers come");
    assertThat(script.streams).as("nobody needs it").hasValue(1);

    answers(connection, legacy(3, "tools/call"), "reopened", "3 " + result(3, "\"n\":2"));
    assertThat(posts(server, "\"initialize\"")).hasSize(2);
    assertThat(paths(server, "initialized"))
        .containsExactly("/messages?sessionId=1", "/messages?sessionId=2");
    assertThat(posts(server, "\"hang\"")).as("a call is never made twice").hasSize(2);
  }

  @Test
  @DisplayName("What was answered on the stream is never in the way of what is posted next")
  void nothingIsPostedTwice() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      var server = serve(new EventScript());
      var connection = open(server);
      answers(connection, legacy(1, "tools/call"), "1 " + result(1, "\"n\":1"));
      assertThat(posts(server, "")).as("opening, confirming, calling").hasSize(3);
      connection.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", "vendor/unknown"})
  @DisplayName(
      "Whether a server has begun a call whose connection broke nobody knows: it is not made again")
  void aCallIsPostedOnce(String method) throws InterruptedException {
    var server = serveBut(request -> request.has("\"" + method + "\""), (_, wire) -> wire.reset());
    var connection = open(server);
    answers(connection, legacy(1, method), "1 UNREACHABLE");
    assertThat(posts(server, method)).hasSize(1);
  }

  @Test
  void manyThatFindItLostOpenItOnce() throws IOException, InterruptedException {
    var server = serve(script);
    var connection = open(server);
    connection.send(legacy(1, "hang"));
    awaitPosted(server, "\"id\":1");
    script.stream().end();
    assertThat(handler.next()).isEqualTo("1 LOST");
    for (int id = 100; id < 120; id++) {
      connection.send(legacy(id, "tools/call"));
    }
    assertThat(handler.next()).isEqualTo("reopened");
    for (int i = 0; i < 20; i++) {
      assertThat(handler.next()).endsWith("\"result\":{\"n\":2}}");
    }
    assertThat(script.streams).hasValue(2);
    assertThat(posts(server, "\"initialize\"")).hasSize(2);
  }

  @Test
  void aSessionThatIsForgottenThoughItsStreamIsThereIsOpenedAgain() throws InterruptedException {
    var server =
        serveBut(
            request -> request.path().endsWith("sessionId=1") && request.has("tools/call"),
            (_, wire) -> wire.respond(404, "text/plain", "Session not found"));
    var connection = open(server);
    answers(connection, legacy(1, "tools/call"), "reopened", "1 " + result(1, "\"n\":2"));
  }

  @Test
  void aServerThatCannotBeReachedAgainSaysSo() throws IOException, InterruptedException {
    var server =
        serveBut(
            request -> isGet(request) && script.streams.get() > 0,
            (_, wire) -> wire.respond(503, "", ""));
    var connection = open(server);
    connection.send(legacy(1, "hang"));
    awaitPosted(server, "\"id\":1");
    script.stream().end();
    assertThat(handler.next()).isEqualTo("1 LOST");
    answers(connection, legacy(2, "tools/call"), "2 UNAVAILABLE");
  }

  @Test
  void aRequestIsTakenBackByAMessageAndItsLateAnswerStillHeard()
      throws IOException, InterruptedException {
    var server = serve(script);
    var connection = open(server);
    connection.send(legacy(1, "hang"));
    awaitPosted(server, "\"hang\"");
    connection.send(cancelled(1));
    awaitPosted(server, "notifications/cancelled");
    script.stream().event(result(1, ""));
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
  }

  @Test
  void whatThePostIsRefusedForIsTold() throws InterruptedException {
    var server =
        serveBut(
            request -> request.has("tools/call"),
            (_, wire) -> wire.respond(503, "text/plain", "busy"));
    var connection = open(server);
    answers(connection, legacy(1, "tools/call"), "1 UNAVAILABLE");
    assertThat(handler.failures.getFirst().text()).contains("503").contains("busy");
  }

  @Test
  @DisplayName("A session that is opened again as the client confirms it is confirmed, too")
  void isConfirmedThoughTheClientConfirmsMeanwhile() throws InterruptedException {
    var mayOpen = new CountDownLatch(1);
    var server =
        serve((request, wire) -> {
          boolean isFirst = request.path().endsWith("sessionId=1");
          if (isFirst && request.has("tools/call")) {
            wire.respond(404, "text/plain", "Session not found");
          } else {
            if (!isFirst && request.has("\"initialize\"")) {
              mayOpen.await();
            }
            script.answer(request, wire);
          }
        });
    var connection = connectOverEvents(server, new HandTime());
    answers(connection, initialize(0), "0 " + opened(0));
    connection.send(legacy(1, "tools/call"));
    Patience.await(
        () -> posts(server, "\"initialize\"").size() >= 2, () -> "opened once: " + server.heard);
    connection.send(utf8(INITIALIZED));
    // This one waits for the confirmation; there is no stream on which either could be sent.
    connection.send(utf8(ROOTS_CHANGED));
    Patience.await(() -> handler.notes.size() >= 2, () -> "told only " + handler.notes);
    mayOpen.countDown();
    hears("reopened", "1 " + result(1, "\"n\":2"));
    answers(connection, legacy(2, "ping"), "2 " + result(2, "\"n\":2"));
    assertThat(paths(server, "notifications/initialized")).containsExactly("/messages?sessionId=2");
  }
}
