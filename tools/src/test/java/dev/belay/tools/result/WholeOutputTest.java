package dev.belay.tools.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("A result that was cut links to all of it, if that is kept")
@Claim("B9")
final class WholeOutputTest {
  private final Normalizer normalizer = new Normalizer(new ResultBounds(2_000, 10), null);
  private final Map<URI, String> kept = new LinkedHashMap<>();
  private final CutOutput cut =
      new CutOutput() {
        @Override
        public int longest() {
          return 10_000;
        }

        @Override
        public URI keep(byte[] utf8, String mimeType) {
          var uri = URI.create("test:" + kept.size());
          kept.put(uri, mimeType + " " + new String(utf8, StandardCharsets.UTF_8));
          return uri;
        }
      };

  private ToolResult of(@Nullable Object returned)
      throws UnusableResultException, InterruptedException {
    return normalizer.of(returned, cut);
  }

  /** {@return the text at the only link of a result} */
  private String whole(ToolResult result) {
    var links = result.content().stream().filter(Content.Link.class::isInstance).toList();
    assertThat(links).hasSize(1);
    var link = (Content.Link) links.getFirst();
    var found = kept.getOrDefault(link.uri(), "nothing is kept there");
    var type = String.valueOf(link.mimeType());
    assertThat((long) found.length()).isEqualTo(link.size() + type.length() + 1);
    return found;
  }

  @Test
  @DisplayName("a text, however it was returned")
  void texts() throws UnusableResultException, InterruptedException {
    var text = "x".repeat(5_000);
    for (var returned :
        List.of(text, CharBuffer.wrap(text), ToolResult.text(text), Content.text(text))) {
      var result = of(returned);
      assertThat(whole(result)).isEqualTo("text/plain " + text);
      assertThat(result.content().getFirst()).isEqualTo(new Content.Text("x".repeat(2_000)));
    }
  }

  @Test
  @DisplayName("the JSON of a value, which a part of would not be")
  void json() throws UnusableResultException, InterruptedException {
    var result = of(Map.of("lines", List.of("x".repeat(3_000))));
    assertThat(whole(result))
        .isEqualTo("application/json {\"lines\":[\"" + "x".repeat(3_000) + "\"]}");
    assertThat(result.isError()).isTrue();
  }

  @Test
  @DisplayName("pieces, as the result that they would have been")
  void pieces() throws UnusableResultException, InterruptedException {
    var pieces = List.<Content>of(Content.text("a"), Content.image(new byte[3_000], "image/png"));
    var whole =
        JsonMapper.shared().readTree(whole(of(pieces)).substring("application/json ".length()));
    assertThat(whole.at("/content/1/data").binaryValue()).hasSize(3_000);
    assertThat(whole(of(new ToolResult(pieces, true, null, null)))).contains("\"isError\":true");
  }

  @Test
  @DisplayName("what was not cut, is longer than what is kept, or has no end, is not kept")
  void notKept() throws UnusableResultException, InterruptedException {
    assertThat(of("x").content()).containsExactly(new Content.Text("x"));
    assertThat(of(List.of()).content()).containsExactly(new Content.Text(""));
    assertThat(of(List.of(Content.text("a"))).content()).containsExactly(new Content.Text("a"));
    assertThat(of("x".repeat(20_000)).content()).hasSize(2);
    assertThat(of(Map.of("lines", "x".repeat(20_000))).content()).hasSize(2);
    assertThat(of(ToolResult.text("x".repeat(20_000))).content()).hasSize(2);
    assertThat(of(Stream.generate(() -> Content.text("x"))).content()).hasSizeLessThan(12);
    assertThat(kept).isEmpty();
    assertThat(normalizer.of("x".repeat(5_000)).content()).hasSize(2);
  }
}
