package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("2026-07-28 over HTTP: every check, its status, its code and its words")
final class ModernChecksTest {
  private static final String[] PLAIN = {"Content-Type", "application/json", "Accept", Rig.BOTH};

  private final Rig rig = new Rig();

  private void refused(FakeResponse response, String error) {
    Rig.refused(response, error);
    assertThat(rig.host.talks).isEmpty();
    assertThat(rig.http.inFlight()).isZero();
  }

  private FakeResponse post(String body, String... headers) {
    return rig.request("POST", body, Rig.with(PLAIN, headers));
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  private static String meta(String members) {
    return "{\"_meta\":{" + members + "}}";
  }

  private static final String VERSION =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"";
  private static final String CAPABILITIES = "\"io.modelcontextprotocol/clientCapabilities\":{}";
  private static final String[] LIST_HEADERS = {
    "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"
  };

  @Test
  void anUnknownContentTypeIs415() {
    var response =
        rig.request(
            "POST", Rig.modernCall("7", "t"), "Content-Type", "text/plain", "Accept", "*/*");
    refused(
        response, "415 null -32000 Unsupported media type: Content-Type must be application/json");
  }

  @Test
  void aMissingContentTypeIs415AndUtf8MayBeNamed() {
    assertThat(rig.request("POST", Rig.modernCall("7", "t"), "Accept", Rig.BOTH).status)
        .isEqualTo(415);
    assertThat(
            rig.request(
                    "POST", Rig.modernCall("7", "t"), "Content-Type", "application/json; charset=x")
                .status)
        .isEqualTo(415);
    var headers = Rig.modernHeaders("t");
    headers[1] = "Application/JSON; charset=\"UTF-8\"";
    assertThat(rig.modernWith("7", "t", headers).status).isEqualTo(200);
  }

  @Test
  void anEncodedBodyIs415() {
    refused(
        post(Rig.modernCall("7", "t"), "Content-Encoding", "gzip"),
        "415 null -32000 Unsupported content encoding: send the body as it is");
  }

  @Test
  void aBodyThatIsNoJsonIs400() {
    var response = post("{");
    assertThat(response.status).isEqualTo(400);
    assertThat(response.body).contains("\"id\":null", "\"code\":-32700", "Parse error: ");
  }

  @Test
  void aBodyThatIsNoMessageIs400WithItsId() {
    refused(
        post("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"x\"}"),
        "400 7 -32600 Invalid request: \\\"jsonrpc\\\" must be \\\"2.0\\\"");
  }

  @Test
  void theIdOfABrokenAnswerIsNotRepeated() {
    assertThat(post("{\"jsonrpc\":\"1.0\",\"id\":7,\"result\":{}}").body).contains("\"id\":null");
  }

  @Test
  void aBatchWithAModernRequestIs400() {
    refused(
        post("[" + Rig.modernCall("7", "t") + "]"),
        "400 null -32600 Invalid request: 2026-07-28 has no batches");
  }

  @Test
  void aBatchUnderAModernHeaderOrWithAModernNotificationIs400() {
    for (var response :
        List.of(
            post("[" + Rig.call("7") + "]", LIST_HEADERS),
            post("[]", LIST_HEADERS),
            post(
                "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":"
                    + meta(VERSION)
                    + "}]"))) {
      refused(response, "400 null -32600 Invalid request: 2026-07-28 has no batches");
    }
  }

  @Test
  void aVersionThatIsNoStringIsAMalformedEnvelope() {
    refused(
        post(
            request(
                "tools/list",
                meta("\"io.modelcontextprotocol/protocolVersion\":1," + CAPABILITIES)),
            LIST_HEADERS),
        "400 7 -32602 Invalid params: _meta's io.modelcontextprotocol/protocolVersion must be a"
            + " string");
  }

  @Test
  void capabilitiesMustBeThere() {
    refused(
        post(request("tools/list", meta(VERSION)), LIST_HEADERS),
        "400 7 -32602 Invalid params: _meta's io.modelcontextprotocol/clientCapabilities must be an"
            + " object");
  }

  @Test
  void clientInfoIfThereMustBeAnObject() {
    refused(
        post(
            request(
                "tools/list",
                meta(VERSION + "," + CAPABILITIES + ",\"io.modelcontextprotocol/clientInfo\":1")),
            LIST_HEADERS),
        "400 7 -32602 Invalid params: _meta's io.modelcontextprotocol/clientInfo must be an"
            + " object");
  }

  @Test
  void aModernHeaderWithoutAnEnvelopeIs400() {
    refused(
        post(request("tools/list", "{}"), LIST_HEADERS),
        "400 7 -32602 Invalid params: _meta must name io.modelcontextprotocol/protocolVersion, as"
            + " the MCP-Protocol-Version header does");
  }

  @Test
  void initializeUnderAModernHeaderIs400() {
    refused(
        post(Rig.INITIALIZE, "MCP-Protocol-Version", "2026-07-28"),
        "400 0 -32020 Header mismatch: initialize belongs to revisions before the one in the"
            + " MCP-Protocol-Version header");
  }

  @Test
  void initializeWithAModernEnvelopeIsAModernRequestForAnUnknownMethod() {
    var response =
        post(
            request("initialize", meta(VERSION + "," + CAPABILITIES)),
            "MCP-Protocol-Version",
            "2026-07-28",
            "Mcp-Method",
            "initialize");
    assertThat(response.status).isEqualTo(200);
    assertThat(response.header("Mcp-Session-Id")).isNull();
  }

  @Test
  void aVersionHeaderOtherThanTheBodyIs400() {
    var headers = Rig.modernHeaders("t");
    headers[5] = "2025-11-25";
    refused(
        rig.modernWith("7", "t", headers),
        "400 7 -32020 Header mismatch: the MCP-Protocol-Version header is not what the body says");
  }

  @Test
  void aMethodHeaderOtherThanTheBodyIs400AlsoInAnotherCase() {
    for (var method : List.of("tools/list", "Tools/Call")) {
      var headers = Rig.modernHeaders("t");
      headers[7] = method;
      refused(
          rig.modernWith("7", "t", headers),
          "400 7 -32020 Header mismatch: the Mcp-Method header is not what the body says");
    }
  }

  @Test
  void anUnknownRevisionIs400WithWhatIsSpoken() {
    var body = Rig.modernCall("7", "t").replace("2026-07-28", "2099-01-01");
    var headers = Rig.modernHeaders("t");
    headers[5] = "2099-01-01";
    var response = rig.request("POST", body, headers);
    assertThat(response.status).isEqualTo(400);
    assertThat(response.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32022,"
                + "\"message\":\"Unsupported protocol version\","
                + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2099-01-01\"}}}");
    assertThat(rig.host.talks).isEmpty();
  }

  @Test
  void aLegacyRevisionInAnEnvelopeIsUnsupportedThere() {
    var body = Rig.modernCall("7", "t").replace("2026-07-28", "2025-11-25");
    var response = post(body, "MCP-Protocol-Version", "2025-11-25");
    assertThat(response.status).isEqualTo(400);
    assertThat(response.body).contains("-32022", "\"requested\":\"2025-11-25\"");
  }

  @Test
  void eachHeaderMustBeThere() {
    missing("MCP-Protocol-Version");
    missing("Mcp-Method");
    missing("Mcp-Name");
  }

  private void missing(String header) {
    var all = List.of(Rig.modernHeaders("t"));
    int at = all.indexOf(header);
    var rest = new ArrayList<>(all);
    rest.subList(at, at + 2).clear();
    refused(
        rig.modernWith("7", "t", rest.toArray(String[]::new)),
        "400 7 -32020 Header mismatch: the " + header + " header is missing");
  }

  @Test
  void aNameOtherThanTheBodyIs400() {
    var headers = Rig.modernHeaders("t");
    headers[9] = "T";
    refused(
        rig.modernWith("7", "t", headers),
        "400 7 -32020 Header mismatch: the Mcp-Name header is not params.name");
  }

  @Test
  void twoHeadersOfOneNameCouldBeReadAsEither() {
    assertThat(rig.modernWith("7", "t", Rig.with(Rig.modernHeaders("t"), "Mcp-Name", "other")).body)
        .contains("-32020");
    assertThat(rig.modernWith("7", "t", Rig.with(Rig.modernHeaders("t"), "Mcp-Method", "x")).body)
        .contains("-32020");
  }

  @Test
  void aNameMayComeInBase64AndWithSpaceAround() {
    var headers = Rig.modernHeaders("größe");
    headers[9] = "  =?base64?Z3LDtsOfZQ==?=\t";
    assertThat(rig.modernWith("7", "größe", headers).status).isEqualTo(200);
    headers[9] = "=?base64?Z3LDtsOfZQ=?=";
    assertThat(rig.modernWith("7", "größe", headers).body)
        .contains("the Mcp-Name header is not params.name");
    headers[9] = "=?base64?/w==?=";
    assertThat(rig.modernWith("7", "größe", headers).body)
        .contains("the Mcp-Name header is not params.name");
  }

  @Test
  void resourcesAndTasksAreNamedByOtherMembers() {
    assertThat(named("resources/read", "uri", "file:///a", "file:///a").body)
        .contains("\"code\":-32601");
    assertThat(named("tasks/cancel", "taskId", "1", "1").status).isEqualTo(404);
    assertThat(named("resources/read", "uri", "file:///a", "file:///b").body)
        .contains("the Mcp-Name header is not params.uri");
    assertThat(named("tasks/cancel", "taskId", "1", "2").body)
        .contains("the Mcp-Name header is not params.taskId");
    assertThat(named("prompts/get", "name", "1", "2").body)
        .contains("the Mcp-Name header is not params.name");
  }

  private FakeResponse named(String method, String key, String value, String header) {
    return post(
        request(
            method,
            "{\"" + key + "\":\"" + value + "\",\"_meta\":{" + VERSION + "," + CAPABILITIES + "}}"),
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        method,
        "Mcp-Name",
        header);
  }

  @Test
  void getAndDeleteAre405() {
    for (var method : List.of("GET", "DELETE")) {
      var response =
          rig.request(
              method, "", "Accept", "text/event-stream", "MCP-Protocol-Version", "2026-07-28");
      refused(response, "405 null -32600 Method not allowed: 2026-07-28 has POST only");
    }
    var response = rig.request("GET", "", "MCP-Protocol-Version", "2026-07-28");
    assertThat(response.header("Allow")).isEqualTo("POST");
  }

  @Test
  void anyOtherMethodIs405() {
    var response = rig.request("PUT", Rig.modernCall("7", "t"));
    refused(response, "405 null -32000 Method not allowed");
    assertThat(response.header("Allow")).isEqualTo("GET, POST, DELETE");
    assertThat(rig.request("OPTIONS", "", "Origin", "http://localhost").status).isEqualTo(405);
  }

  @Test
  void aNotificationIs202() {
    var cancelled = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":%s}";
    for (var response :
        List.of(
            post(cancelled.formatted(meta(VERSION))),
            post(cancelled.formatted("{}"), "MCP-Protocol-Version", "2026-07-28"))) {
      assertThat(response.status).isEqualTo(202);
      assertThat(response.body).isEmpty();
    }
    assertThat(rig.host.talks).isEmpty();
  }

  @Test
  void sessionsAndEventIdsMeanNothing() {
    var response =
        rig.modernWith(
            "7",
            "t",
            Rig.with(Rig.modernHeaders("t"), "Mcp-Session-Id", "nobody", "Last-Event-ID", "1-1"));
    assertThat(response.status).isEqualTo(200);
    assertThat(response.header("Mcp-Session-Id")).isNull();
  }

  @Test
  void theStatusOfAnErrorFollowsFromItsCode() {
    status(-32601, 200); // The era defines the method: the server's own answer (PEER-6).
    status(-32600, 400);
    status(-32020, 400);
    status(-32021, 400);
    status(-32022, 400);
    status(-32602, 200);
    status(-32603, 200);
    status(429, 200);
  }

  private void status(int code, int status) {
    rig.host.errorCode = code;
    var response = post(request("tools/list", meta(VERSION + "," + CAPABILITIES)), LIST_HEADERS);
    assertThat(response.status).describedAs("status for %d", code).isEqualTo(status);
    assertThat(response.body).contains("\"code\":" + code);
  }
}
