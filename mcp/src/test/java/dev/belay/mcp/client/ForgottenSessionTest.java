package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.INITIALIZED;
import static dev.belay.mcp.client.Said.ROOTS_CHANGED;
import static dev.belay.mcp.client.Said.initialize;
import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.opened;
import static dev.belay.mcp.client.Said.result;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A session that the server has forgotten (MCP 2025-11-25 §session-management)")
final class ForgottenSessionTest extends HttpPeerTest {
  private final AtomicInteger openings = new AtomicInteger();
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private boolean opens(ScriptedServer.Heard request, Wire wire) throws IOException {
    if (!request.has("\"initialize\"")) {
      return false;
    }
    var id = "s" + openings.incrementAndGet();
    known.add(id);
    wire.json(opened(0), "Mcp-Session-Id: " + id + "\r\n");
    return true;
  }

  /** Answers what comes in a session that it knows. */
  private static void serves(ScriptedServer.Heard request, Wire wire) throws IOException {
    if (isGet(request)) {
      wire.respond(405, "", "");
    } else if (request.has("notifications/") || request.method().equals("DELETE")) {
      wire.accepted();
    } else {
      wire.json(result(EventScript.idOf(request), ""));
    }
  }

  /** Serves sessions, and answers by {@code refusal} what comes in one that it does not know. */
  private ScriptedServer refusing(ScriptedServer.Script refusal) {
    return serve((request, wire) -> {
      if (opens(request, wire)) {
        return;
      }
      if (isGet(request) || known.contains(request.header("Mcp-Session-Id"))) {
        serves(request, wire);
      } else {
        refusal.answer(request, wire);
      }
    });
  }

  private ScriptedServer forgetful(int together) {
    var refused = new CountDownLatch(together);
    return refusing((request, wire) -> {
      if (request.has("notifications/")) {
        wire.respond(404, "", "");
      } else {
        refused.countDown();
        refused.await(); // all of them find it forgotten at the same time
        wire.respond(404, "application/json", Said.error("null", -32001));
      }
    });
  }

  /** Opens a session that serves a request, and is then forgotten. */
  private HttpConnection forgotten(ScriptedServer server) throws InterruptedException {
    var connection = session(server, new HandTime());
    connection.send(legacy(100, "tools/list"));
    assertThat(handler.next()).startsWith("100 ");
    known.clear();
    return connection;
  }

  @Test
  void isOpenedAgainOnceForAllAndEveryRefusedMessageSentAgain() throws InterruptedException {
    var server = forgetful(20);
    var connection = forgotten(server);
    for (int id = 1; id <= 20; id++) {
      connection.send(legacy(id, "tools/call"));
    }
    var heard = new ArrayList<String>();
    for (int i = 0; i < 21; i++) {
      heard.add(handler.next());
    }
    assertThat(heard.getFirst()).isEqualTo("reopened");
    for (int id = 1; id <= 20; id++) {
      assertThat(heard).contains(id + " " + result(id, ""));
    }
    assertThat(openings).hasValue(2);
    assertThat(server.heard).filteredOn(request -> request.has("initialized")).hasSize(2);
    handler.isQuiet();
  }

  @Test
  void aRefusedNotificationIsSentAgainAsWell() throws InterruptedException {
    var connection = forgotten(forgetful(1));
    answers(connection, utf8(ROOTS_CHANGED), "reopened");
    connection.send(legacy(1, "tools/call"));
    assertThat(handler.next()).startsWith("1 ");
    assertThat(openings).hasValue(2);
  }

  /** Opens a session, of which it then knows nothing, and answers a second opening so. */
  private void forgottenBy(ScriptedServer.Script again) throws InterruptedException {
    var server =
        serve((request, wire) -> {
          if (openings.get() > 0 && request.has("\"initialize\"")) {
            again.answer(request, wire);
          } else if (!opens(request, wire)) {
            boolean note = request.has("notifications/");
            wire.respond(note ? 202 : isGet(request) ? 405 : 404, "", "");
          }
        });
    var connection = session(server, new HandTime());
    connection.send(legacy(1, "tools/call"));
  }

  @Test
  void isNotOpenedForEverByOneRequest() throws InterruptedException {
    forgottenBy(this::opens);
    hears("reopened", "1 REFUSED");
    assertThat(openings).hasValue(2);
  }

  @Test
  void isLostWhereTheServerOpensNoOther() throws InterruptedException {
    forgottenBy((_, wire) -> wire.respond(500, "", ""));
    assertThat(handler.next()).isEqualTo("1 REFUSED");
    handler.isQuiet();
  }

  @Test
  void isNotReplacedByOneOfAnotherRevision() throws InterruptedException {
    forgottenBy((_, wire) -> wire.json(result(0, "\"protocolVersion\":\"2024-11-05\"")));
    assertThat(handler.next()).isEqualTo("1 REFUSED");
    assertThat(handler.notes)
        .anySatisfy(note -> assertThat(note).contains("in revision 2025-11-25"));
  }

  /** Opens a session that is then forgotten: with a status of 400 and {@code refusal}. */
  private HttpConnection forgottenWith(String refusal) throws InterruptedException {
    var server = refusing((_, wire) -> wire.respond(400, "application/json", refusal));
    var connection = session(server, new HandTime());
    known.clear();
    return connection;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,"
            + "\"message\":\"Bad Request: No valid session ID provided\"},\"id\":null}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Unknown session\"}}",
        "Invalid or missing sessionId"
      })
  void isRecognizedByA400ThatSpeaksOfIt(String refusal) throws InterruptedException {
    var connection = forgottenWith(refusal);
    answers(connection, legacy(1, "tools/call"), "reopened", "1 " + result(1, ""));
    known.clear();
    answers(connection, utf8(ROOTS_CHANGED), "reopened");
    assertThat(openings).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,"
            + "\"message\":\"no such session\"},\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"obsession\"},\"id\":null}"
      })
  void isNotRecognizedByAnyOther400(String refusal) throws InterruptedException {
    var connection = forgottenWith(refusal);
    connection.send(legacy(1, "tools/call"));
    assertThat(handler.next()).startsWith("1 {").contains("\"error\"");
    assertThat(openings).hasValue(1);
  }

  @Test
  @DisplayName(
      "One that is opened again as the client confirms it is confirmed, too, and serves on")
  void isConfirmedThoughTheClientConfirmsMeanwhile() throws InterruptedException {
    var isOpening = new CountDownLatch(2);
    var mayOpen = new CountDownLatch(1);
    var server =
        serve((request, wire) -> {
          if (request.has("\"initialize\"")) {
            isOpening.countDown();
            if (isOpening.getCount() == 0) {
              mayOpen.await();
            }
            opens(request, wire);
          } else if (request.has("tools/list") && request.header("Mcp-Session-Id").equals("s1")) {
            wire.respond(404, "", "");
          } else {
            serves(request, wire);
          }
        });
    var connection = connect(server);
    answers(connection, initialize(0), "0 " + opened(0));
    connection.send(legacy(1, "tools/list"));
    isOpening.await();
    connection.send(utf8(INITIALIZED));
    connection.send(legacy(2, "ping"));
    assertThat(handler.next()).as("after the confirmation").isEqualTo("2 " + result(2, ""));
    mayOpen.countDown();
    hears("reopened", "1 " + result(1, ""));
    answers(connection, legacy(3, "ping"), "3 " + result(3, ""));
    assertThat(server.heard)
        .filteredOn(request -> request.has("notifications/initialized"))
        .extracting(request -> request.header("Mcp-Session-Id"))
        .containsExactly("s1", "s2");
  }
}
