package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("2026-07-28: the status of an answer, however its members are ordered")
final class ModernStatusTest {
  private static int status(String json) {
    return ModernStatus.status("foo/bar", FakeHost.bytes(json));
  }

  @Test
  void resultsAre200() {
    assertThat(status("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")).isEqualTo(200);
    assertThat(status("{\"result\":{\"error\":{\"code\":-32601}},\"id\":1,\"jsonrpc\":\"2.0\"}"))
        .isEqualTo(200);
    assertThat(status(" { \"id\" : \"a\\\"b\" , \"jsonrpc\":\"2.0\", \"result\" : null }"))
        .isEqualTo(200);
  }

  @Test
  void errorsAreReadWhereverTheyAre() {
    var error = "\"error\":{\"message\":\"m\",\"code\":-32601}";
    assertThat(status("{\"jsonrpc\":\"2.0\",\"id\":1," + error + "}")).isEqualTo(404);
    assertThat(status("{" + error + ",\"id\":\"result\",\"jsonrpc\":\"2.0\"}")).isEqualTo(404);
    assertThat(
            status("{\n\"x\":{\"result\":1},\"jsonrpc\":\"2.0\",\"id\":\"\\u0061\"," + error + "}"))
        .isEqualTo(404);
    assertThat(status("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":7,\"message\":\"m\"}}"))
        .isEqualTo(200);
    assertThat(status("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"message\":\"m\"}}"))
        .isEqualTo(200);
  }

  @Test
  @DisplayName("PEER-6: a server's -32601 to a method that the era defines comes in band")
  void whatTheEraDefinesIsFound() {
    var error =
        FakeHost.bytes(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"\"}}");
    assertThat(ModernStatus.status("tools/call", error)).isEqualTo(200);
    assertThat(ModernStatus.status("prompts/list", error)).isEqualTo(200);
    assertThat(ModernStatus.status("tasks/result", error)).isEqualTo(404);
    assertThat(ModernStatus.status("ping", error)).isEqualTo(404);
  }

  @Test
  void whatIsNoMessageIsPassedOnAs200() {
    for (var json : new String[] {"", "{", "{}", "x", "{\"a", "{\"a\":", "{\"a\":1", "{\"a\":1,"}) {
      assertThat(status(json)).describedAs(json).isEqualTo(200);
    }
  }
}
