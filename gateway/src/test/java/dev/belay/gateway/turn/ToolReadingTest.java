package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.turn.ToolAnswer;
import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.envelope.TextResult;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Answers of servers as text for models")
final class ToolReadingTest {
  private static ToolAnswer result(String json) {
    return response("\"result\":" + json);
  }

  private static ToolAnswer response(String member) {
    return ToolReading.of(Spoken.envelope("{\"jsonrpc\":\"2.0\",\"id\":1," + member + "}"));
  }

  @Test
  @DisplayName("texts line by line; other items are named; embedded texts are included")
  void contentIsReadAsLinesOfText() {
    var answer =
        result(
            "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\",\"data\":\"AA==\","
                + "\"mimeType\":\"image/png\"},{\"type\":\"resource\",\"resource\":{\"uri\":\"x:1\","
                + "\"text\":\"b\"}},{\"type\":\"resource_link\",\"uri\":\"x:2\"}],\"isError\":true}");
    assertThat(answer.text()).isEqualTo("a\n[image image/png]\nb\n[resource_link x:2]");
    assertThat(answer.isError()).isTrue();
  }

  @Test
  @DisplayName("structured content if there is no other; else nothing")
  void structuredContentIsReadIfThereIsNoOther() {
    assertThat(result("{\"content\":[],\"structuredContent\":{\"a\":1}}").text())
        .isEqualTo("{\"a\":1}");
    assertThat(result("{}").text()).isEmpty();
    assertThat(result("[]").text()).isEmpty();
  }

  @Test
  @DisplayName("an error of the protocol is one of the tool")
  void aProtocolErrorIsAToolError() {
    var answer = response("\"error\":{\"code\":-32602,\"message\":\"Unknown tool\"}");
    assertThat(answer).isEqualTo(new ToolAnswer("Unknown tool", "Unknown tool", true));
  }

  @Test
  @DisplayName("equal answers have one fingerprint, in any spelling and with any metadata")
  void equalAnswersHaveOneFingerprint() {
    var one = result("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"_meta\":{\"at\":1}}");
    var other = result("{ \"content\": [ {\"text\":\"a\", \"type\":\"text\"} ] }");
    assertThat(one.fingerprint()).isEqualTo(other.fingerprint());
    assertThat(result("{\"content\":[]}").fingerprint()).isNotEqualTo(one.fingerprint());
  }

  @Test
  @DisplayName("S1-90: Belay's own notices follow the answer, and are no part of what it is")
  void noticesFollowTheAnswerAndAreNoPartOfIt() {
    var notice = new String(TextResult.notice("[belay] It was started again."), UTF_8);
    var plain = result("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}");
    var noticed = result("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}," + notice + "]}");
    assertThat(noticed.text()).isEqualTo("a\n[belay] It was started again.");
    assertThat(noticed.fingerprint()).isEqualTo(plain.fingerprint());
    var structured = "\"structuredContent\":{\"a\":1}}";
    assertThat(result("{\"content\":[" + notice + "]," + structured).text())
        .isEqualTo("{\"a\":1}\n[belay] It was started again.");
  }
}
