package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A result that many get: only the id differs")
final class SharedResultTest {
  private static final byte[] RESULT = utf8("{\"tools\":[\"ä\"]}");

  private final SharedResult shared = SharedResult.of(RESULT);

  @Test
  void itsAnswersAreThoseOfAnyResult() {
    for (var id : List.of(RequestId.of(7), RequestId.of("a\"b"))) {
      var answer = Messages.response(id, RESULT);
      assertThat(text(shared.answer(id))).isEqualTo(text(answer));
      var head = SharedResult.head(id);
      var whole = ByteBuffer.allocate(head.length + shared.size());
      whole.put(head).put(shared.rest());
      assertThat(text(whole.array())).isEqualTo(text(answer));
    }
  }

  @Test
  @DisplayName("whoever reads it leaves it whole for the next one, and nobody writes to it")
  void everyReaderHasAViewOfItsOwn() {
    var rest = shared.rest();
    rest.get();
    assertThat(shared.rest().remaining()).isEqualTo(RESULT.length + 1).isEqualTo(shared.size());
    assertThat(rest.isDirect()).isTrue();
    assertThatExceptionOfType(ReadOnlyBufferException.class).isThrownBy(() -> rest.put((byte) '{'));
  }

  @Test
  void resultsThatAreWrittenAlikeAreEqual() {
    var _ = shared.rest().get();
    assertThat(shared)
        .isEqualTo(SharedResult.of(RESULT.clone()))
        .hasSameHashCodeAs(SharedResult.of(RESULT.clone()))
        .isNotEqualTo(SharedResult.of(utf8("{}")));
  }
}
