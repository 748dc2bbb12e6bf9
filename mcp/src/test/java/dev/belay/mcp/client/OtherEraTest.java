package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A refusal that says that the server speaks the other era")
final class OtherEraTest extends HttpPeerTest {
  private void ask(boolean modern, int status, String error) throws InterruptedException {
    var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{" + error + "}}";
    var connection = connect(serve((_, wire) -> wire.respond(status, "application/json", body)));
    connection.send(modern ? Said.modern(1, "tools/list", "") : Said.legacy(1, "tools/list"));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 400, -32000, Bad Request: Unsupported protocol version",
    "true, 400, -32001, Session not found",
    "true, 404, -32000, no",
    "false, 400, -32022, Unsupported protocol version",
    "false, 400, -32020, Mcp-Method is missing",
    "false, 400, -32602, Missing _meta envelope",
    "false, 400, -32602, params must name a protocolVersion"
  })
  void isNoAnswer(boolean modern, int status, int code, String text) throws InterruptedException {
    ask(modern, status, "\"code\":" + code + ",\"message\":\"" + text + "\"");
    assertThat(handler.next()).isEqualTo("1 REFUSED");
    assertThat(handler.failures.getFirst().isUnread()).isTrue();
    assertThat(handler.failures.getFirst().text()).contains(text);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 400, -32602, Missing _meta envelope",
    "true, 404, -32601, Method not found",
    "true, 200, -32000, busy",
    "true, 500, -32000, busy",
    "false, 400, -32602, name is missing",
    "false, 400, -32000, Bad Request",
    "false, 200, -32022, odd"
  })
  void anyOtherErrorIsAnAnswer(boolean modern, int status, int code, String text)
      throws InterruptedException {
    ask(modern, status, "\"code\":" + code + ",\"message\":\"" + text + "\"");
    assertThat(handler.next()).startsWith("1 {").contains(text);
  }

  @Test
  void whichRevisionsAreNamedCounts() throws InterruptedException {
    for (var ours : List.of("2026-07-28", "2025-11-25")) {
      ask(
          true,
          400,
          "\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[\"" + ours + "\"]}");
    }
    assertThat(List.of(handler.next(), handler.next()))
        .anySatisfy(it -> assertThat(it).contains("2026-07-28"))
        .contains("1 REFUSED");
  }

  @ParameterizedTest
  @CsvSource({"400, true", "404, true", "405, true", "406, false", "413, false"})
  void aRefusalWithoutAWordIsOneByItsStatus(int status, boolean isUnread)
      throws InterruptedException {
    var connection = connect(serve((_, wire) -> wire.respond(status, "", "")));
    answers(connection, Said.modern(1, "tools/list", ""), "1 REFUSED");
    assertThat(handler.failures.getFirst().isUnread()).isEqualTo(isUnread);
  }
}
