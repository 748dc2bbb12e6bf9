package dev.belay.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScriptedHttpClientTest {
  private static final String SSE =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private RawServer server;
  private ScriptedHttpClient client;

  @BeforeEach
  void connect() throws IOException {
    server = new RawServer();
    client = ScriptedHttpClient.modern(server.url());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.equals("belay-testkit-http"));
  }

  @Test
  void aModernRequestSaysEverythingTwice() throws IOException {
    client.declaring("{\"roots\":{}}").always("X-Key", "k");
    var _ =
        client.request(
            "\"a\"", "tools/call", "{\"name\":\"écho\",\"_meta\":{\"progressToken\":1}}");
    var sent = RawServer.readTo(server.accept(), "}}}");

    assertThat(sent)
        .startsWith("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:")
        .contains("MCP-Protocol-Version: 2026-07-28\r\n")
        .contains("X-Key: k\r\n")
        .contains("Mcp-Method: tools/call\r\nMcp-Name: =?base64?w6ljaG8=?=\r\n")
        .contains(
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}},"
                + "\"progressToken\":1}");
  }

  @Test
  void aLegacyClientKeepsItsSession() throws IOException {
    try (var old = ScriptedHttpClient.legacy(server.url())) {
      old.join("s-1", "2025-06-18");
      var _ = old.notify("notifications/x", "{}");

      assertThat(RawServer.readTo(server.accept(), "\r\n\r\n"))
          .contains("MCP-Protocol-Version: 2025-06-18\r\nMcp-Session-Id: s-1\r\n");
    }
  }

  @Test
  void eventsAreReadOneByOneAsTheyCome() throws IOException, InterruptedException {
    var answer = client.request("1", "ping", "{}");
    var socket = server.accept();
    RawServer.send(socket, SSE + "7\r\n:first\n\r\n");
    assertThat(answer.nextEvent().isComment()).isTrue();
    assertThat(answer.hasEnded()).isFalse();
    RawServer.send(socket, "1d\r\ndata: {\"id\":1,\"result\":true}\n\r\n1\r\n\n\r\n0\r\n\r\n");

    assertThat(answer.response().at("result").raw()).isEqualTo("true");
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.line().received()).asString().startsWith(SSE + "7\r\n:first");
    assertThatThrownBy(() -> answer.awaitMethod("ping")).hasMessageContaining("none will come");
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException, InterruptedException {
    var line = client.connect();
    var first = line.send(client.bare("GET"));
    var second = line.send(client.bare("DELETE"));
    var socket = server.accept();
    RawServer.readTo(socket, "DELETE");
    RawServer.send(socket, "HTTP/1.1 100 Continue\r\n\r\n" + EMPTY);
    assertThat(first.isWhole()).isTrue();
    assertThat(second.hasEnded()).isFalse();
    RawServer.send(socket, EMPTY.replace("200", "204"));
    assertThat(second.status()).isEqualTo(204);
  }

  @Test
  void rawGarbageGoesOutAndComesInAsItIs() throws IOException, InterruptedException {
    var line = client.connect();
    var answer = line.expect();
    line.sendText("no protocol at all\r\n\r\n");
    var socket = server.accept();
    assertThat(RawServer.readTo(socket, "\r\n\r\n")).startsWith("no protocol");
    RawServer.send(socket, "nor this");
    socket.close();

    assertThat(answer.isWhole()).isFalse();
    assertThat(line.received()).asString().isEqualTo("nor this");
    assertThatThrownBy(answer::status).hasMessageContaining("no response");
    assertThat(line.expect().awaitEnd()).isEqualTo(line.awaitEnd());
  }

  @Test
  void aClientThatDoesNotReadHoldsUpItsServer() throws IOException, InterruptedException {
    var line = client.connect(4 * 1024);
    line.stopReading();
    var answer = line.send(client.get());
    var socket = server.accept();
    RawServer.readTo(socket, "\r\n\r\n");
    var size = 4 * 1024 * 1024;
    var writer =
        Thread.ofVirtual()
            .start(() -> {
              try {
                RawServer.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
                RawServer.send(socket, "x".repeat(size));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(answer.bodySoFar()).isEmpty();
    assertThat(line.received()).isEmpty();
    line.goOnReading();

    assertThat(answer.body()).hasSize(size);
    writer.join();
  }

  @Test
  void aClientHalfClosesOrResetsOrVanishesMidRequest() throws IOException, InterruptedException {
    var half = client.connect();
    var answer = half.send(client.bare("GET"));
    half.halfClose();
    var socket = server.accept();
    RawServer.readTo(socket, "\r\n\r\n");
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
    RawServer.send(socket, EMPTY);
    assertThat(answer.status()).isEqualTo(200);

    var reset = client.connect();
    reset.sendBytes(client.post("{}").headBytes());
    var other = server.accept();
    RawServer.readTo(other, "\r\n\r\n");
    reset.reset();
    assertThatThrownBy(() -> assertThat(other.getInputStream().read()).isEqualTo(99))
        .isInstanceOf(SocketException.class);

    var vanishing = client.connect();
    var post = client.post("{\"jsonrpc\":\"2.0\"}").bytes();
    vanishing.sendBytes(
        new String(post, StandardCharsets.UTF_8).substring(0, 20).getBytes(StandardCharsets.UTF_8));
    var left = server.accept();
    vanishing.close();
    assertThat(left.getInputStream().readAllBytes()).hasSize(20);
  }
}
