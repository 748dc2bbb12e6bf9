package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.INITIALIZED;
import static dev.belay.mcp.client.Said.cancelled;
import static dev.belay.mcp.client.Said.initialize;
import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.opened;
import static dev.belay.mcp.client.Said.result;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A legacy session over HTTP (MCP 2025-11-25)")
final class LegacyHttpTest extends HttpPeerTest {
  private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/news\"}";

  @Test
  void isOpenedUsedAndEnded() throws InterruptedException {
    var server = serveSession((_, wire) -> wire.json(result(1, "\"content\":[]")));
    var connection = session(server, new HandTime());
    answers(connection, legacy(1, "tools/call"), "1 " + result(1, "\"content\":[]"));
    // The stream for what the server says by itself is opened beside the requests.
    Patience.await(
        () -> server.heard.stream().anyMatch(heard -> heard.method().equals("GET")),
        () -> "no GET: " + server.heard);
    connection.close();
    connection.closed().toCompletableFuture().join();

    var first = server.heard.take();
    assertThat(first.headers()).doesNotContainKeys("mcp-session-id", "mcp-protocol-version");
    assertThat(first.header("Accept")).isEqualTo("application/json, text/event-stream");
    assertThat(first.header("Content-Type")).isEqualTo("application/json");
    assertThat(server.heard)
        .isNotEmpty()
        .allSatisfy(later -> {
          assertThat(later.header("Mcp-Session-Id")).isEqualTo("abc");
          assertThat(later.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
          assertThat(later.headers()).doesNotContainKeys("mcp-method", "mcp-name");
        });
    assertThat(server.heard).extracting(ScriptedServer.Heard::method).endsWith("DELETE");
    handler.isQuiet();
    assertThat(handler.notes).isEmpty();
  }

  @Test
  void nothingOvertakesTheConfirmationOfTheSession() throws InterruptedException {
    var confirmed = new CountDownLatch(1);
    var rest = inSession((_, wire) -> wire.json(result(1, "")));
    var server =
        serve((request, wire) -> {
          if (request.has("initialized")) {
            confirmed.await();
          }
          rest.answer(request, wire);
        });
    var connection = session(server, new HandTime());
    connection.send(legacy(1, "tools/call"));
    assertThat(server.heard.take().has("\"initialize\"")).isTrue();
    assertThat(server.heard.take().has("initialized")).isTrue();
    assertThat(server.heard).isEmpty();
    confirmed.countDown();
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
  }

  @Test
  void theStandingStreamBringsNewsAndIsFetchedAgainWhereItBroke() throws InterruptedException {
    var gets = new AtomicInteger();
    var read = new CountDownLatch(1);
    var time = new HandTime();
    var server =
        serve((request, wire) -> {
          if (!isGet(request)) {
            isOpening(request, wire, "abc");
          } else if (gets.incrementAndGet() == 1) {
            wire.events().chunk("id: e1\nretry: 1234\ndata:\n\n").event(NEWS);
            read.await(); // data behind a break may be lost with it
            wire.halfClose();
          } else {
            wire.events().event(NEWS).hang();
          }
        });
    session(server, time);
    assertThat(handler.next()).isEqualTo("null " + NEWS);
    read.countDown();
    time.pass(Duration.ofMillis(1234));
    assertThat(handler.next()).isEqualTo("null " + NEWS);
    assertThat(server.heard)
        .filteredOn(HttpPeerTest::isGet)
        .extracting(get -> get.header("Last-Event-ID"))
        .containsExactly("", "e1");
  }

  @Test
  void aBrokenAnswerIsFetchedAfterTheDelayThatTheServerWants() throws InterruptedException {
    var time = new HandTime();
    var server =
        serve((request, wire) -> {
          if (isGet(request)) {
            if (request.header("Last-Event-ID").isEmpty()) {
              wire.respond(405, "", "");
            } else {
              wire.events().event(result(1, "\"late\":true")).end();
            }
          } else if (!isOpening(request, wire, "abc")) {
            wire.events().chunk("id: e7\nretry: 500\ndata: \n\n").end();
          }
        });
    session(server, time).send(legacy(1, "tools/call"));
    time.pass(Duration.ofMillis(500));
    assertThat(handler.next()).isEqualTo("1 " + result(1, "\"late\":true"));
    assertThat(server.heard)
        .filteredOn(get -> get.header("Last-Event-ID").equals("e7"))
        .hasSize(1)
        .allSatisfy(get -> assertThat(get.header("Mcp-Session-Id")).isEqualTo("abc"));
  }

  @Test
  void fetchingABrokenAnswerIsGivenUpAfterTheBoundOfTries() throws InterruptedException {
    var time = new HandTime();
    var read = new CountDownLatch(1);
    var server =
        serve((request, wire) -> {
          if (isGet(request)) {
            wire.respond(request.header("Last-Event-ID").isEmpty() ? 405 : 503, "", "");
          } else if (!isOpening(request, wire, "abc")) {
            wire.events().chunk("id: e7\nretry: 10\ndata: \n\n").event(NEWS);
            read.await(); // data behind a break may be lost with it
            wire.halfClose();
          }
        });
    session(server, time).send(legacy(1, "tools/call"));
    assertThat(handler.next()).isEqualTo("1 " + NEWS);
    read.countDown();
    for (int delay : new int[] {10, 10, 20, 40, 80, 160}) {
      time.pass(Duration.ofMillis(delay));
    }
    assertThat(handler.next()).isEqualTo("1 BROKEN");
    assertThat(server.heard).filteredOn(get -> get.header("Last-Event-ID").equals("e7")).hasSize(6);
  }

  @Test
  @DisplayName("Fetching a broken answer is given up soon where nobody listens any more")
  void aServerThatIsGoneIsNotWaitedForLong() throws InterruptedException {
    var time = new HandTime();
    var server =
        serveSession((_, wire) -> wire.events().chunk("id: e7\ndata: \n\n").event(NEWS).hang());
    session(server, time).send(legacy(1, "tools/call"));
    assertThat(handler.next()).isEqualTo("1 " + NEWS);
    server.close();
    // Not before the break is seen: the clock would pass the longest silence, too.
    time.pass(Duration.ofSeconds(1));
    // The number of attempts depends on chance: a pooled connection may break before one is
    // refused, and is then no sign that the server is gone.
    Patience.await(
        time, Duration.ofSeconds(1), handler::hasHeard, () -> "heard nothing of the end");
    assertThat(handler.next()).isEqualTo("1 BROKEN");
    assertThat(handler.failures.getFirst().text())
        .endsWith(
            "/mcp went away: the connection broke in the middle of its answer; nothing listens"
                + " there any more");
    assertThat(handler.notes)
        .singleElement()
        .asString()
        .endsWith("in the middle of its answer; trying to fetch the rest of it");
  }

  @Test
  void aCancellationIsPostedAfterItsRequestAndALateAnswerStillPasses() throws InterruptedException {
    var told = new CountDownLatch(1);
    var rest =
        inSession((_, wire) -> {
          told.await();
          wire.json(result(1, ""));
        });
    var server =
        serve((request, wire) -> {
          rest.answer(request, wire);
          if (request.has("cancelled")) {
            told.countDown();
          }
        });
    var connection = session(server, new HandTime());
    connection.send(legacy(1, "tools/call"));
    assertThat(connection.send(cancelled(1))).isTrue();
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
    assertThat(connection.send(cancelled(1))).isTrue();
  }

  @Test
  void aCancelledRequestIsForgottenAfterAGrace() throws InterruptedException {
    var time = new HandTime();
    var gone = new CountDownLatch(1);
    var server =
        serveSession((_, wire) -> {
          if (wire.awaitClientGone()) {
            gone.countDown();
          }
        });
    var connection = session(server, time);
    connection.send(legacy(1, "tools/call"));
    connection.send(cancelled(1));
    time.pass(Duration.ofSeconds(10));
    gone.await();
    handler.isQuiet();
  }

  @Test
  void theAnswerToAQuestionOfTheServerIsPosted() throws InterruptedException {
    var question = Said.request("\"q\"", "elicitation/create", "");
    var answered = new CountDownLatch(1);
    var server =
        serveSession((request, wire) -> {
          if (request.has("\"action\"")) {
            wire.accepted();
            answered.countDown();
          } else {
            wire.events().event(question);
            answered.await();
            wire.event(result(1, "")).end();
          }
        });
    var connection = session(server, new HandTime());
    answers(connection, legacy(1, "tools/call"), "1 " + question);
    assertThat(connection.answer(utf8(result("\"q\"", "\"action\":\"accept\"")))).isTrue();
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
    assertThat(connection.fill()).isZero();
  }

  @Test
  void anAnswerThatComesOnAnotherRequestsStreamIsStillItsAnswer() throws InterruptedException {
    var both = new CountDownLatch(2);
    var server =
        serveSession((request, wire) -> {
          both.countDown();
          both.await();
          if (request.has("\"id\":1,")) {
            wire.events().event(result(2, "")).event(result(1, "")).end();
          } else {
            wire.hang();
          }
        });
    var connection = session(server, new HandTime());
    connection.send(legacy(1, "tools/call"));
    answers(connection, legacy(2, "tools/call"), "2 " + result(2, ""), "1 " + result(1, ""));
  }

  @Test
  void aServerWithoutSessionsIsToldNone() throws InterruptedException {
    var server =
        serve((request, wire) -> {
          if (isGet(request)) {
            wire.respond(404, "", "");
          } else if (request.has("initialize\"")) {
            wire.json(opened(0));
          } else if (request.has("initialized")) {
            wire.accepted();
          } else {
            wire.respond(404, "", "");
          }
        });
    var connection = session(server, new HandTime());
    answers(connection, legacy(1, "tools/call"), "1 REFUSED");
    connection.close();
    connection.closed().toCompletableFuture().join();
    assertThat(server.heard)
        .allSatisfy(request -> assertThat(request.headers()).doesNotContainKey("mcp-session-id"));
    assertThat(server.heard).extracting(ScriptedServer.Heard::method).doesNotContain("DELETE");
  }

  @Test
  void leavingDoesNotWaitForAServerThatWillNotHearOfIt() throws InterruptedException {
    var time = new HandTime();
    var rest = inSession((_, wire) -> wire.hang());
    var server =
        serve((request, wire) -> {
          if (request.method().equals("DELETE")) {
            wire.hang();
          }
          rest.answer(request, wire);
        });
    var connection = session(server, time);
    connection.send(legacy(1, "tools/call"));
    connection.abandonOutput();
    assertThat(handler.next()).isEqualTo("1 BROKEN");
    time.pass(Duration.ofSeconds(2));
    connection.closed().toCompletableFuture().join();
    assertThat(time.armedTimers()).isZero();
    assertThat(connection.send(initialize(5))).isFalse();
    assertThat(connection.send(utf8(INITIALIZED))).isFalse();
    assertThat(connection.answer(utf8(result(1, "")))).isFalse();
    handler.isQuiet();
  }

  @Test
  @DisplayName("A server that answers with jobs gets no call before the client's stream is open")
  void noCallOvertakesTheStream() throws InterruptedException {
    var listening = new CountDownLatch(1);
    var server =
        serve((request, wire) -> {
          if (isGet(request)) {
            listening.await();
            wire.events().hang();
          } else if (request.has("\"initialize\"")) {
            wire.json(
                result(
                    0,
                    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                        + "{\"experimental\":{\"dev.belay/async_tools\":{}}}"),
                "Mcp-Session-Id: abc\r\n");
          } else if (!isOpening(request, wire, "abc")) {
            wire.json(result(1, "\"content\":[]"));
          }
        });
    var connection = connect(server);
    connection.send(initialize(0));
    assertThat(handler.next()).startsWith("0 ");
    connection.send(utf8(INITIALIZED));
    connection.send(legacy(1, "tools/call"));
    Patience.await(
        () -> server.heard.stream().anyMatch(HttpPeerTest::isGet), () -> "no GET: " + server.heard);
    assertThat(server.heard).noneMatch(heard -> heard.has("tools/call"));
    listening.countDown();
    assertThat(handler.next()).isEqualTo("1 " + result(1, "\"content\":[]"));
  }
}
