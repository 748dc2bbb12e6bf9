package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Spoken;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("How an answer reaches a client of the other era")
final class EraTranslatorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resources/read | -32002 | {\"uri\":\"x:a\"}",
        "resources/read | -32602 | {\"uri\":\"x:a\"}",
        "resources/read | -32603 | ''",
        "prompts/get    | -32602 | ''",
      })
  @DisplayName("PEER minor: a modern client reads in data which resource was not found")
  void aResourceThatIsNotFoundIsNamed(String method, int code, String data) {
    var request = Spoken.request("1", method, "{\"uri\":\"x:a\",\"name\":\"n\"}");
    var error = Spoken.answer("9", "\"error\":{\"code\":" + code + ",\"message\":\"no such\"}");
    var passage = new EraTranslator.ToLegacy(ClientCapabilities.NONE, null);

    var answer = passage.toClient(request, RequestId.of(1), error);

    var told = Json.parse(new String(answer, StandardCharsets.UTF_8)).at("error", "data");
    assertThat(told.present() ? told.raw() : "").isEqualTo(data);
  }
}
