package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.mcp.envelope.RequestId;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP over HTTP on real sockets")
final class OverTheWireTest {
  private static final String END = "0\r\n\r\n";

  private final FakeHost host = new FakeHost();
  private McpOverHttp http = over(new HandTime());
  private HttpServer server;

  OverTheWireTest() throws IOException {
    server = serving();
  }

  private McpOverHttp over(Time time) {
    return new McpOverHttp(
        host,
        time,
        StreamBounds.DEFAULT,
        ServerInfo.of("belay", "0.1.0", "2026-07-28", null),
        ToolSchemas.unknown(),
        Access.everybody(Access.Known.LOCAL),
        new Shares(64 << 20));
  }

  private HttpServer serving() throws IOException {
    return HttpServer.open(
        HttpServerOptions.defaults().at("127.0.0.1", 0),
        Routes.none()
            .with("/mcp", http.streamable())
            .with("/sse", http.stream())
            .with(McpOverHttp.MESSAGES, http.messages()),
        new HandTime(),
        _ -> {});
  }

  @BeforeEach
  void hold() {
    host.holds = true;
  }

  @AfterEach
  void end() {
    http.close();
    server.close();
  }

  private WireClient client() throws IOException {
    return new WireClient(server.port());
  }

  @Test
  void bothErasOnOneConnection() throws IOException {
    end();
    // On a clock that stands still no answer becomes a stream, however slow the machine.
    http = over(new HandTime());
    server = serving();
    host.holds = false;
    try (var client = client()) {
      assertThat(
              client
                  .send("POST", "/mcp", Rig.modernCall("1", "t"), Rig.modernHeaders("t"))
                  .until("}}"))
          .startsWith("HTTP/1.1 200")
          .contains("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}");
      var head = client.post(Rig.INITIALIZE).until("\r\n\r\n");
      client.until("}}");
      var session = WireClient.header(head, "Mcp-Session-Id");
      assertThat(client.post(Rig.call("2"), "Mcp-Session-Id", session).until("}}"))
          .startsWith("HTTP/1.1 200")
          .contains("\"id\":2,\"result\"");
      assertThat(client.send("GET", "/mcp", "").until("}")).contains("\"name\":\"belay\"");
    }
  }

  @Test
  @DisplayName("P8: a modern client that closes its connection has cancelled its call")
  void aModernClientThatLeavesCancels() throws IOException, InterruptedException {
    FakeHost.Talk talk;
    try (var client = client()) {
      client.send("POST", "/mcp", Rig.modernCall("1", "t"), Rig.modernHeaders("t"));
      talk = host.asked.take();
    }
    assertThat(talk.leaving.take()).isEqualTo(RequestId.of(1));
  }

  @Test
  @DisplayName("P8: also once its stream has begun")
  void aModernClientThatLeavesItsStreamCancels() throws IOException, InterruptedException {
    FakeHost.Talk talk;
    try (var client = client()) {
      client.send("POST", "/mcp", Rig.modernCall("1", "t"), Rig.modernHeaders("t"));
      talk = host.asked.take();
      assertThat(talk.reply("1").tell(FakeHost.bytes("\"a\""))).isTrue();
      assertThat(client.until("data: \"a\"\n\n"))
          .contains("text/event-stream")
          .doesNotContain("id:");
    }
    assertThat(talk.leaving.take()).isEqualTo(RequestId.of(1));
  }

  @Test
  @DisplayName("C11, S3-9: a legacy stream breaks off, and its rest is fetched on another")
  void aBrokenStreamIsTakenUpAgain() throws IOException, InterruptedException {
    String session;
    FakeHost.Talk talk;
    try (var client = client()) {
      session = WireClient.header(client.post(Rig.INITIALIZE).until("\r\n\r\n"), "Mcp-Session-Id");
      client.until("}}");
      client.post(Rig.call("1"), "Mcp-Session-Id", session);
      talk = host.asked.take();
      talk.reply("1").tell(FakeHost.bytes("\"a\""));
      assertThat(client.until("data: \"a\"\n\n")).contains("id: 1-0\n", "retry: 1000\n");
    }
    talk.reply("1").send(FakeHost.answer(RequestId.of(1), "{}"));
    try (var client = client()) {
      assertThat(
              client
                  .send(
                      "GET",
                      "/mcp",
                      "",
                      "Accept",
                      "text/event-stream",
                      "Mcp-Session-Id",
                      session,
                      "Last-Event-ID",
                      "1-1")
                  .until(END))
          .contains(
              "id: 1-2\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n")
          .doesNotContain("\"a\"");
    }
    assertThat(talk.left).isEmpty();
  }

  @Test
  void theOldTransport() throws IOException, InterruptedException {
    FakeHost.Talk talk;
    try (var reading = client();
        var posting = client()) {
      var begin = reading.send("GET", "/sse", "", "Accept", "text/event-stream").until("\n\n");
      assertThat(begin).startsWith("HTTP/1.1 200");
      var endpoint = begin.contains("data: ") ? begin : reading.until("\n\n");
      var path = endpoint.substring(endpoint.indexOf("data: ") + 6).strip();
      assertThat(
              posting
                  .send("POST", path, Rig.call("1"), "Content-Type", "application/json")
                  .until("\r\n\r\n"))
          .startsWith("HTTP/1.1 202");
      talk = host.asked.take();
      talk.reply("1").send(FakeHost.answer(RequestId.of(1), "{}"));
      assertThat(reading.until("\"result\":{}}\n\n")).contains("event: message\n");
    }
    talk.closing.take();
    assertThat(talk.closed).isTrue();
  }

  @Test
  @DisplayName("P25: at the end an open stream gets its final message")
  void theEnd() throws IOException, InterruptedException {
    try (var client = client()) {
      client.send("POST", "/mcp", Rig.modernCall("1", "t"), Rig.modernHeaders("t"));
      host.asked.take().reply("1").tell(FakeHost.bytes("\"a\""));
      client.until("\"a\"");
      http.close();
      assertThat(client.until(END)).contains("Belay is shutting down");
    }
  }
}
