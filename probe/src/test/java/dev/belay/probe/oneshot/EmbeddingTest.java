package dev.belay.probe.oneshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.peer.PlainHttp;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Embeddings: optional, and measured where they are")
final class EmbeddingTest {
  private static Embedding of(int status, String body) {
    return Embedding.of(new PlainHttp.Said(status, body));
  }

  @Test
  void vectorsAreCountedAndMeasured() {
    assertThat(of(200, "{\"vectors\":[[1,2,3],[4,5,6]]}")).isEqualTo(new Embedding.Vectors(2, 3));
    assertThat(of(200, " {\"embeddings\":[[1]]}")).isEqualTo(new Embedding.Vectors(1, 1));
  }

  @Test
  void aServerWithoutThemIsNoFailure() {
    assertThat(of(404, "")).isEqualTo(new Embedding.Skipped("no endpoint: 404"));
    assertThat(of(405, "")).isInstanceOf(Embedding.Skipped.class);
  }

  @Test
  void aServerThatHasThemMustAnswer() {
    assertThat(of(500, "")).isEqualTo(new Embedding.Broken("500"));
    assertThat(of(0, "refused")).isEqualTo(new Embedding.Broken("refused"));
    assertThat(of(200, "no JSON")).isInstanceOf(Embedding.Broken.class);
    assertThat(of(200, "{\"vectors\":[]}")).isInstanceOf(Embedding.Broken.class);
    assertThat(of(200, "{\"vectors\":[1]}")).isInstanceOf(Embedding.Broken.class);
    assertThat(of(200, "{\"vectors\":[[1],[1,2]]}"))
        .isEqualTo(new Embedding.Broken("the vectors differ in length"));
  }
}
