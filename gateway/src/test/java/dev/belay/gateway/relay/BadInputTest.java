package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P21: bad input of a client is answered, and breaks nothing")
final class BadInputTest extends Closing {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "{",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\u0000ng\"}",
        "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"ping\"}"
      })
  @DisplayName("What is not JSON is a parse error")
  void whatIsNotJsonIsAParseError(String line) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().send(line);
    var error = rope.client().await(m -> m.at("error").present());
    assertThat(error.at("error", "code").raw()).isEqualTo("-32700");
    assertStillServed(rope);
    assertThat(rope.got("ping")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"Method\":\"ping\"}"
      })
  @DisplayName("What is JSON but no message is an invalid request")
  void whatIsNoMessageIsInvalid(String line) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().send(line);
    var error = rope.client().await(m -> m.at("error").present());
    assertThat(error.at("error", "code").raw()).isEqualTo("-32600");
    assertStillServed(rope);
  }

  @Test
  void binaryOnStdinBreaksNothing() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var binary = new byte[70_000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) (i * 31 ^ i >> 3);
    }
    rope.client().sendBytes(binary);
    rope.client().send("");
    rope.client().sendBytes(new byte[] {'{', '"', (byte) 0xc0, (byte) 0x80, '"', '}', '\n'});
    assertStillServed(rope);
    assertThat(rope.got("")).isEmpty();
  }

  @Test
  @DisplayName("Half a message and then the end: reported, and the client has left")
  void halfAMessageAndTheEnd() throws IOException, InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().sendBytes("{\"jsonrpc\":\"2.0\",\"id\":5,\"me".getBytes(StandardCharsets.UTF_8));
    rope.client().closeStdin();
    rope.ended().join();
    rope.awaitReport("The client left in the middle of a line, after 27 bytes");
    assertThat(rope.answers("5")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "\"\"",
        "-1",
        "1e3",
        "9223372036854775808",
        "1.0",
        "\"\\u0041\"",
        "\"\\ud83d\\ude00\""
      })
  @DisplayName("An id is opaque: it comes back as it was spelled, for calls and for the rest")
  void anIdComesBackAsItWasSpelled(String id) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send(id, "echo", "{\"text\":\"a\"}", "{}");
    assertThat(text(rope.client().awaitResponse(id))).isEqualTo("a");
    rope.client().request(id, "ping", "{}");
    rope.await(() -> rope.answers(id).size() == 2, () -> "" + rope.client().received());
    assertThat(rope.answers(id)).extracting(m -> m.at("result").present()).containsOnly(true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]}"
      })
  @DisplayName("P28: a duplicate id in flight is refused with id null, the first call unharmed")
  void aDuplicateIdIsRefused(String duplicate) throws IOException, InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var gate = rope.gate();
    rope.send("1", "sleep", gate.arguments(), "{}");
    rope.client().send(duplicate);
    assertThat(rope.client().awaitResponse("null").at("error", "code").raw()).isEqualTo("-32600");
    gate.open();
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("slept");
    rope.settle();
    assertThat(rope.answers("1")).hasSize(1);
    assertThat(rope.got("tools/call")).hasSize(1);
    rope.send("1", "echo", "{\"text\":\"again\"}", "{}");
    rope.await(() -> rope.answers("1").size() == 2, () -> "" + rope.client().received());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"params\":{}", ",\"params\":null", ",\"params\":{\"name\":7}"})
  @DisplayName("A call without params or name goes to the server, which says what it lacks")
  void aCallWithoutAName(String params) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"" + params + "}");
    assertThat(rope.client().awaitResponse("1").at("error", "message").text())
        .startsWith("Unknown tool");
  }

  @Test
  @DisplayName("MCP §tools: arguments may be absent")
  void argumentsMayBeAbsent() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var answer = rope.client().ask("tools/call", "{\"name\":\"list_change\"}");
    assertThat(text(answer)).isEqualTo("changed");
    assertThat(rope.upstreamCalls("list_change").getFirst().at("params", "arguments").present())
        .isFalse();
  }

  @Test
  @DisplayName("Ten thousand requests before an answer: each is answered once")
  void tenThousandRequestsBeforeAnAnswer() throws InterruptedException {
    var rope = opened(StdioHarness.over("--slow-start", "300").start());
    rope.client().request("\"i\"", "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
    var all = new StringBuilder();
    for (int id = 1; id <= 10_000; id++) {
      all.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id);
      all.append(
          id % 2 == 0
              ? ",\"method\":\"ping\"}\n"
              : ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}\n");
    }
    rope.client().sendBytes(all.toString().getBytes(StandardCharsets.UTF_8));
    rope.pass(
        () -> rope.client().received().size() >= 10_001,
        () -> "" + rope.client().received().size());
    var ids = new HashSet<String>();
    for (var line : rope.client().received()) {
      var answer = Json.parse(line);
      assertThat(answer.at("result").present()).as(line).isTrue();
      assertThat(ids.add(answer.at("id").raw())).as(line).isTrue();
    }
    assertThat(ids).hasSize(10_001);
  }

  @Test
  @DisplayName("A line beyond mcp.max_line_bytes is refused by name, and the next one is read")
  void anOversizedLineIsRefused() throws InterruptedException {
    var rope = opened(StdioHarness.over().mcp("max_line_bytes", "65536").initialized());
    rope.send("1", "echo", "{\"text\":\"" + "x".repeat(70_000) + "\"}", "{}");
    assertThat(rope.client().awaitResponse("null").at("error", "message").text())
        .contains("longer than 65536 bytes (mcp.max_line_bytes)");
    assertStillServed(rope);
    assertThat(rope.answers("1")).isEmpty();
  }

  private static void assertStillServed(StdioHarness rope) throws InterruptedException {
    assertThat(text(rope.client().call("echo", "{\"text\":\"still here\"}")))
        .isEqualTo("still here");
  }
}
