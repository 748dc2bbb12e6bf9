package dev.belay.http.stream;

import static dev.belay.http.stream.Rig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sessions over HTTP: every check, its status, its code and its words")
final class LegacyChecksTest {
  private static final String NOTIFICATION =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final Rig rig = new Rig();

  @Test
  void bothFormsOfAnAnswerMustBeAccepted() {
    var session = rig.open();
    for (var accept : List.of("application/json", "text/event-stream", "text/html")) {
      refused(
          rig.request(
              "POST",
              Rig.call("1"),
              "Content-Type",
              "application/json",
              "Accept",
              accept,
              "Mcp-Session-Id",
              session),
          "406 1 -32000 Not acceptable: Accept must list application/json and text/event-stream");
    }
    assertThat(rig.request("POST", Rig.call("1"), "Content-Type", "application/json").status)
        .isEqualTo(406);
    for (var accept :
        List.of("*/*", "text/event-stream;q=0.5 , Application/Json", "application/json, */*")) {
      assertThat(
              rig.request(
                      "POST",
                      Rig.call("1"),
                      "Content-Type",
                      "application/json",
                      "Accept",
                      accept,
                      "Mcp-Session-Id",
                      session)
                  .status)
          .isEqualTo(200);
    }
  }

  @Test
  void acceptMayComeInSeveralHeaders() {
    assertThat(
            rig.request(
                    "POST",
                    Rig.INITIALIZE,
                    "Content-Type",
                    "application/json",
                    "Accept",
                    "application/json",
                    "Accept",
                    "text/event-stream")
                .status)
        .isEqualTo(200);
  }

  @Test
  void aMessageWithoutASessionIs400() {
    refused(
        rig.post(Rig.call("1")), "400 1 -32000 Bad request: the Mcp-Session-Id header is missing");
    refused(
        rig.post(NOTIFICATION),
        "400 null -32000 Bad request: the Mcp-Session-Id header is missing");
    assertThat(rig.host.talks).isEmpty();
  }

  @Test
  void anUnknownSessionIs404() {
    refused(rig.inSession("nobody", Rig.call("1")), "404 1 -32000 Session not found");
    refused(rig.get("nobody"), "404 null -32000 Session not found");
    refused(
        rig.request("DELETE", "", "Mcp-Session-Id", "nobody"), "404 null -32000 Session not found");
    refused(rig.inSession("nobody", Rig.INITIALIZE), "404 0 -32000 Session not found");
  }

  @Test
  void twoSessionIdsAreNone() {
    var session = rig.open();
    assertThat(rig.post(Rig.call("1"), "Mcp-Session-Id", session, "Mcp-Session-Id", session).status)
        .isEqualTo(404);
  }

  @Test
  void aRevisionThatIsNotSpokenIs400() {
    var session = rig.open();
    refused(
        rig.post(Rig.call("1"), "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-01-01"),
        "400 1 -32000 Bad request: unsupported protocol version 2025-01-01 (supported in a session:"
            + " 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05)");
    for (var version : List.of("2025-11-25", "2025-06-18", "2025-03-26")) {
      assertThat(
              rig.post(Rig.call("1"), "Mcp-Session-Id", session, "MCP-Protocol-Version", version)
                  .status)
          .isEqualTo(200);
    }
    assertThat(rig.get(session, "MCP-Protocol-Version", "nonsense").status).isEqualTo(400);
    assertThat(
            rig.get(
                    session,
                    "MCP-Protocol-Version",
                    "2025-11-25",
                    "MCP-Protocol-Version",
                    "2025-06-18")
                .status)
        .isEqualTo(400);
  }

  @Test
  void aSecondInitializeInASessionIs400() {
    var session = rig.open();
    refused(
        rig.inSession(session, Rig.INITIALIZE),
        "400 0 -32600 Invalid request: the session is initialized already");
  }

  @Test
  void notificationsAndAnswersAre202() {
    var session = rig.open();
    for (var body :
        List.of(
            NOTIFICATION,
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":1,\"message\":\"no\"}}")) {
      var response = rig.inSession(session, body);
      assertThat(response.status).isEqualTo(202);
      assertThat(response.body).isEmpty();
      assertThat(rig.host.last().heard).endsWith(body);
    }
  }

  @Test
  void anErrorOfTheServersIs200() {
    var session = rig.open();
    var response = rig.inSession(session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"unknown\"}");
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body).contains("-32601");
  }

  @Test
  void aRefusedInitializeLeavesNoSession() {
    rig.host.refusesInitialize = true;
    var response = rig.post(Rig.INITIALIZE);
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body).contains("-32602");
    assertThat(response.header("Mcp-Session-Id")).isNull();
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  void deleteEndsTheSession() {
    var session = rig.open();
    var listening = rig.get(session);
    rig.host.holds = true;
    var call = rig.inSession(session, Rig.call("1"));
    assertThat(rig.request("DELETE", "", "Mcp-Session-Id", session).status).isEqualTo(204);
    assertThat(rig.host.last().closed).isTrue();
    assertThat(listening.ended).isTrue();
    assertThat(call.body).contains("\"id\":1", "The session was ended by its client");
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(404);
    refused(
        rig.request("DELETE", ""),
        "400 null -32000 Bad request: the Mcp-Session-Id header is missing");
  }

  @Test
  @DisplayName("S4-1, C25: a GET that wants no events gets the server's info")
  void infoForWhoeverJustLooks() {
    for (var response :
        List.of(
            rig.request("GET", ""),
            rig.request("GET", "", "Accept", "*/*"),
            rig.request("GET", "", "Accept", "text/html,*/*;q=0.8"))) {
      assertThat(response.status).isEqualTo(200);
      assertThat(response.header("Content-Type")).isEqualTo("application/json");
      assertThat(response.body)
          .isEqualTo(
              "{\"name\":\"belay\",\"version\":\"0.1.0\",\"protocolVersion\":\"2026-07-28\"}");
    }
  }

  @Test
  @DisplayName(
      "CVE-2026-52869: a session serves nobody but the one who opened it, whatever is asked")
  void aSessionBelongsToItsPrincipal() {
    var session = rig.open();
    rig.host.holds = true;
    var call = rig.inSession(session, Rig.call("1"));
    rig.principal = "mallory";
    var not = "Session not found";
    refused(rig.inSession(session, Rig.call("1")), "404 1 -32000 " + not);
    refused(rig.inSession(session, NOTIFICATION), "404 null -32000 " + not);
    refused(
        rig.inSession(session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
        "404 1 -32000 " + not);
    refused(rig.inSession(session, "[" + Rig.call("1") + "]"), "404 null -32000 " + not);
    refused(rig.get(session), "404 null -32000 " + not);
    refused(rig.get(session, "Last-Event-ID", "0-0"), "404 null -32000 " + not);
    refused(rig.request("DELETE", "", "Mcp-Session-Id", session), "404 null -32000 " + not);
    assertThat(rig.host.talks).hasSize(1);
    assertThat(rig.host.last().heard).hasSize(2);
    rig.principal = "local";
    rig.host.last().reply("1").send(FakeHost.bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    assertThat(call.status).isEqualTo(200);
  }
}
