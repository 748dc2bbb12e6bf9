package dev.belay.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP 2025-03-26 §batching: one array for all requests of a batch")
final class BatchAnswersTest {
  private final List<String> sent = new ArrayList<>();
  private final BatchAnswers reply =
      new BatchAnswers(array -> sent.add(new String(array, StandardCharsets.UTF_8)));

  @Test
  void theArrayGoesWhenTheLastAnswerIsThere() {
    var one = reply.member();
    var two = reply.member();
    two.send(bytes("2"));
    reply.complete();
    assertThat(sent).isEmpty();
    one.send(bytes("1"));
    assertThat(sent).containsExactly("[2,1]");
  }

  @Test
  @DisplayName("An answer that comes before the batch is read whole does not send it")
  void nothingGoesBeforeTheBatchIsReadWhole() {
    reply.member().send(bytes("1"));
    assertThat(sent).isEmpty();
    reply.complete();
    assertThat(sent).containsExactly("[1]");
  }

  @Test
  void aMemberThatWasTakenBackIsLeftOut() {
    var one = reply.member();
    var two = reply.member();
    reply.complete();
    one.nothing();
    two.send(bytes("2"));
    assertThat(sent).containsExactly("[2]");
  }

  @Test
  void aBatchWithoutAnAnswerHasNoArray() {
    var one = reply.member();
    reply.complete();
    one.nothing();
    assertThat(sent).isEmpty();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
