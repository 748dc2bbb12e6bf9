package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP 2025-03-26 §batching")
final class BatchesTest {
  @Test
  void aBatchIsSplitIntoItsMessagesAsTheyCame() throws MalformedEnvelope {
    var members = Batches.split(utf8(" [ {\"a\": 0.10} ,5,[ ]] \r"), Bounds.DEFAULT);

    assertThat(members).map(Lines::text).containsExactly("{\"a\": 0.10}", "5", "[ ]");
  }

  @Test
  void aLineIsABatchByItsFirstBracket() {
    assertThat(Batches.isBatch(utf8("  ["))).isTrue();
    assertThat(Batches.isBatch(utf8("{}"))).isFalse();
    assertThat(Batches.isBatch(utf8(""))).isFalse();
  }

  @Test
  void anEmptyOrEndlessBatchIsAnInvalidRequest() {
    assertThat(split("[]").code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(split("[1" + ",1".repeat(1000) + "]")).hasMessageContaining("more than 1000");
  }

  @Test
  void aBrokenBatchIsNotParsedAtAll() {
    for (String line : new String[] {"[{}", "[{},]", "[,{}]", "[{} {}]", "[{}]x", "[{}}"}) {
      assertThat(split(line).code()).as(line).isEqualTo(ErrorCode.PARSE_ERROR);
    }
  }

  private static MalformedEnvelope split(String line) {
    return catchThrowableOfType(
        MalformedEnvelope.class, () -> text(Batches.split(utf8(line), Bounds.DEFAULT).getFirst()));
  }
}
