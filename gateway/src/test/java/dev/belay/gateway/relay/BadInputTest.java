package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P21: bad input of a client is answered, and breaks nothing")
final class BadInputTest extends Closing {
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

  private static void assertStillServed(StdioHarness rope) throws InterruptedException {
    assertThat(rope.echo("still here")).isEqualTo("still here");
  }
}
