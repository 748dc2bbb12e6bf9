package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("2026-07-28: which arguments come in headers too is learned from the server's lists")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DeclaredHeadersTest {
  /** Has two pages of tools, and writes down what it gets. */
  private static final String TWO_PAGES =
      """
      while read -r line; do
        echo "recv $line" >> "$0"
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
        case $line in
          *'"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{},\
      "serverInfo":{"name":"s","version":"1"}}' ;;
          *'"cursor":"2"'*) result='{"tools":[{"name":"b","inputSchema":{"type":"object",\
      "properties":{"r":{"type":"string","x-mcp-header":"R"}}}}]}' ;;
          *'"tools/list"'*) result='{"tools":[{"name":"a","inputSchema":{"type":"object"}}],\
      "nextCursor":"2"}' ;;
          *) continue ;;
        esac
        printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
      done
      """;

  private final DeclaredHeaders headers = new DeclaredHeaders(Time.system());

  private static Rope rope() throws InterruptedException {
    var setup = Rope.over();
    var log = setup.directory.resolve("log").toString();
    return setup.command("sh", "-c", TWO_PAGES, log).initialized();
  }

  private static int lists(Rope rope) {
    return rope.upstreamGot("tools/list").size();
  }

  private static Envelope page(String result) throws MalformedEnvelope {
    var message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}";
    return Envelope.parse(message.getBytes(StandardCharsets.US_ASCII), Bounds.DEFAULT);
  }

  @Test
  @DisplayName("a call before any list has all pages fetched, once")
  void aListIsFetchedWhereNoneHasPassed() throws IOException, InterruptedException {
    try (var rope = rope()) {
      assertThat(headers.of("b", rope::upstream))
          .containsExactly(new ParamHeader("R", List.of("r")));
      assertThat(headers.of("a", rope::upstream)).isEmpty();
      assertThat(headers.of("none", rope::upstream)).isNull();
      assertThat(lists(rope)).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("a change of the list is worth another look, for a tool that is not known")
  void aChangeIsLookedAt() throws IOException, InterruptedException {
    try (var rope = rope()) {
      assertThat(headers.of("none", rope::upstream)).isNull();
      headers.changed();
      assertThat(headers.of("a", rope::upstream)).isEmpty();
      assertThat(lists(rope)).isEqualTo(2);
      assertThat(headers.of("none", rope::upstream)).isNull();
      assertThat(lists(rope)).isEqualTo(4);
    }
  }

  @Test
  @DisplayName("what passes on its way to a client is enough")
  void aListThatPassesIsLearned() throws IOException, InterruptedException, MalformedEnvelope {
    var declared =
        "{\"name\":\"c\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
            + "{\"x\":{\"type\":\"integer\",\"x-mcp-header\":\"X\"}}}}";
    assertThat(headers.learn(page("{\"tools\":[" + declared + "],\"nextCursor\":\"2\"}")))
        .isEqualTo("2");
    assertThat(headers.learn(page("{\"tools\":[]}"))).isNull();
    try (var rope = rope()) {
      assertThat(headers.of("c", rope::upstream))
          .containsExactly(new ParamHeader("X", List.of("x")));
      assertThat(headers.of("none", rope::upstream)).isNull();
      assertThat(lists(rope)).isZero();
    }
  }

  @Test
  @DisplayName("a server that is gone leaves the call unchecked, and is asked again later")
  void nothingIsKnownOfAServerThatIsGone() throws IOException, InterruptedException {
    var rope = rope();
    rope.leave();
    assertThat(headers.of("b", rope::upstream)).isNull();
    rope.close();
  }
}
