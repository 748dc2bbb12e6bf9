package dev.belay.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.Valve;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pipe's lines become one conversation, whatever they are")
final class StdioClientTest {
  private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}";

  private final Recorder host = new Recorder();
  private final Valve out = new Valve();
  private final List<String> reports = Collections.synchronizedList(new ArrayList<>());

  private StdioClient client(InputStream in, StdioBounds bounds) {
    var client = new StdioClient("peer", in, out, bounds, host, reports::add);
    client.start();
    return client;
  }

  /** Sends this text as the client, which then leaves, and reads what it got. */
  private void leave(StdioBounds bounds, String text) {
    var client = client(new ByteArrayInputStream(Recorder.utf8(text)), bounds);
    client.ended().toCompletableFuture().join();
    out.open();
    client.finish().toCompletableFuture().join();
  }

  /** Sends these lines as the client, which then leaves. */
  private List<String> say(StdioBounds bounds, String... lines) {
    leave(bounds, String.join("\n", lines) + "\n");
    return out.lines();
  }

  private List<String> say(String... lines) {
    out.open();
    return say(StdioBounds.DEFAULT, lines);
  }

  private static String request(String id, String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
  }

  private static String result(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
  }

  private static String error(String id, int code) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",";
  }

  private static String initialize(String revision) {
    return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}"
        .formatted(revision);
  }

  @Test
  @DisplayName("requests, notifications and answers reach their own methods, in order, to the end")
  void sorted() {
    assertThat(
            say(
                request("1", "ping"),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}",
                result("7", "{}"),
                request("\"2\"", "silent")))
        .containsExactly(result("1", "{}"));
    assertThat(host.heard)
        .containsExactly(
            "open peer of local",
            "ping",
            "notification notifications/x",
            "answer " + result("7", "{}"),
            "silent",
            "close");
    assertThat(reports).isEmpty();
  }

  @Test
  @DisplayName("nothing of a request goes out after its answer, which goes out once")
  void onceOnly() {
    assertThat(say(request("1", "tell")))
        .containsExactly("{\"told\":true}", "{\"progress\":true}", result("1", "{}"));
    assertThat(host.heard).contains("told false");
  }

  @Test
  @DisplayName("what is no message is answered, under its id where that is beyond doubt")
  void malformed() {
    var lines = say("{", "{\"jsonrpc\":\"2.0\",\"id\":5}", "[1]", "7");

    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith(error("null", -32700));
    assertThat(lines.get(1)).startsWith(error("5", -32600));
    assertThat(lines.get(2)).startsWith(error("null", -32600)).contains("2025-03-26");
    assertThat(lines.get(3)).startsWith(error("null", -32600));
    assertThat(host.heard).containsExactly("open peer of local", "close");
  }

  @Test
  @DisplayName("a broken answer is never answered; whoever asked gets an error in its place")
  void brokenAnswer() {
    assertThat(say("{\"jsonrpc\":\"1.0\",\"id\":5,\"result\":{}}")).isEmpty();
    assertThat(host.heard.get(1))
        .startsWith("answer " + error("5", -32603))
        .contains("was no message");
    assertThat(reports).hasSize(1);
  }

  @Test
  @DisplayName("an id in flight is refused without the id, and free again after the answer")
  void ids() {
    assertThat(
            say(
                request("1", "keep"),
                request("1", "ping"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"release\"}",
                request("1", "ping")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith(error("null", -32600)).contains("Id 1 belongs"),
            line -> assertThat(line).startsWith(error("null", -32600)),
            line -> assertThat(line).isEqualTo(result("1", "{\"kept\":true}")),
            line -> assertThat(line).isEqualTo(result("1", "{}")));
  }

  @Test
  @DisplayName("a batch is one array of answers, in 2025-03-26 and in no other revision")
  void batches() {
    var requests =
        List.of(request("1", "ping"), request("2", "silent"), NEWS, request("3", "keep"));
    var batch =
        "[%s,{\"jsonrpc\":\"2.0\",\"id\":4},{\"jsonrpc\":\"2.0\",\"method\":\"release\"}]"
            .formatted(String.join(",", requests));
    var old = initialize("2025-03-26");
    var lines = say(old, batch, "[" + NEWS + "]", "[]", "[1", initialize("2025-11-25"), batch);

    assertThat(lines).hasSize(6);
    assertThat(lines.get(1))
        .startsWith("[" + result("1", "{}") + "," + error("4", -32600))
        .endsWith(result("3", "{\"kept\":true}") + "]");
    assertThat(lines.get(2)).startsWith(error("null", -32600));
    assertThat(lines.get(3)).startsWith(error("null", -32700));
    assertThat(lines.get(5)).startsWith(error("null", -32600)).contains("2025-03-26");
  }

  @Test
  @DisplayName("a line past the bound is skipped and named; half a line at the end is reported")
  void lines() {
    out.open();
    var lines =
        say(
            StdioBounds.DEFAULT.withLine(80),
            "{\"long\":\"" + "x".repeat(100) + "\"}",
            request("1", "ping"));
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst())
        .startsWith(error("null", -32600))
        .contains("80 bytes", "mcp.max_line_bytes", "long");

    leave(StdioBounds.DEFAULT, "{\"half");
    assertThat(reports).hasSize(1).first().asString().contains("middle of a line", "{\"half");
  }

  @Test
  @DisplayName(
      "a client that reads nothing is refused its requests, then cut off; nothing is kept for it")
  void floods() {
    var requests = new String[2_000];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = i % 10 == 9 ? NEWS : request(Integer.toString(i), "ping");
    }
    var lines = say(new StdioBounds(1024, 10, 2_000), requests);

    assertThat(reports).hasSize(1).first().asString().contains("cut off");
    assertThat(host.heard).endsWith("notification n", "close").hasSizeLessThan(200);
    assertThat(lines).anyMatch(line -> line.contains("Too many answers wait"));
  }

  @Test
  @DisplayName("a client to which nothing can be written has gone, though it still sends")
  void broken() throws IOException {
    try (var mouth = new PipedOutputStream()) {
      var client = client(new PipedInputStream(mouth), StdioBounds.DEFAULT);
      out.breakOff();
      mouth.write(Recorder.utf8(request("1", "ping") + "\n"));
      mouth.flush();
      client.ended().toCompletableFuture().join();
      assertThat(host.heard).endsWith("close");
      assertThat(client.tell(Recorder.PROGRESS)).isFalse();
    }
  }
}
