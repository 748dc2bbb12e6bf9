package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MessagesTest {
  @Test
  void messagesAreWrittenCompactly() {
    assertThat(text(Messages.request(RequestId.of(1), "tools/call", utf8("{\"name\":\"x\"}"))))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}");
    assertThat(text(Messages.notification("n", null)))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
    assertThat(text(Messages.response(RequestId.of("a\"b"), utf8("{}"))))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"b\",\"result\":{}}");
    assertThat(text(Messages.error(null, ErrorCode.PARSE_ERROR, "no")))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\"}}");
    assertThat(text(Messages.error(RequestId.of(1), 7, "no", utf8("[]"))))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":7,\"message\":\"no\",\"data\":[]}}");
  }

  @Test
  void whatCouldNotBeReadIsAnsweredToWhomItBelongs() {
    assertThat(text(Messages.error(Lines.malformed("{\"jsonrpc\":\"2.0\",\"id\":3}"))))
        .startsWith("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":");
  }

  @Test
  void aTextResultCarriesWhatItsEraWants() {
    assertThat(text(TextResult.of("a\nb").json()))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"a\\nb\"}]}");
    assertThat(text(TextResult.error("x").complete().meta(utf8("{\"k\":1}")).json()))
        .isEqualTo(
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}],"
                + "\"isError\":true,\"_meta\":{\"k\":1}}");
  }

  @Test
  void anyTextSurvivesTheWayThere() {
    Seeds.forEach(
        5_000,
        seed -> {
          var random = new Random(seed);
          var chars = new StringBuilder();
          for (int i = random.nextInt(20); i > 0; i--) {
            chars.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
          }
          byte[] json = JsonString.encode(chars.toString());

          assertThat(JsonString.decode(json, new Span(0, json.length))).isEqualTo(chars.toString());
          assertThat(Referee.treeOf(json)).isEqualTo(chars.toString());
          assertThat(text(json)).doesNotContain("\n", "\r");
        });
  }
}
