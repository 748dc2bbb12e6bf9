package dev.belay.tools.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.tools.schema.OutputSchema;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("S4-39: whatever a tool returns becomes a result")
@Claim("S4-39")
final class NormalizerTest {
  record Found(String fileName, long line, @Nullable String note) {}

  private final Normalizer normalizer = new Normalizer(ResultBounds.DEFAULTS, null);

  private static String json(ToolResult result) {
    byte[] json = ResultWriter.write(result, ResultVersion.V2);
    assertThat(ToolResults.validate(json, ResultVersion.V2)).isEmpty();
    return new String(json, StandardCharsets.UTF_8);
  }

  private String of(@Nullable Object returned)
      throws UnusableResultException, InterruptedException {
    return json(normalizer.of(returned));
  }

  private String unusable(Object returned) {
    var thrown = new ArrayList<String>();
    assertThatThrownBy(() -> normalizer.of(returned))
        .isInstanceOf(UnusableResultException.class)
        .satisfies(e -> thrown.add(e.getMessage()));
    return thrown.getFirst();
  }

  private static String text(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":false}";
  }

  private static String structured(String json, String structured) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\""
        + json.replace("\"", "\\\"")
        + "\"}],\"structuredContent\":"
        + structured
        + ",\"isError\":false}";
  }

  @Test
  @Claim({"S4-35", "C4"})
  @DisplayName("S4-35, C4: nothing is the empty text")
  void nothing() throws UnusableResultException, InterruptedException {
    assertThat(of(null)).isEqualTo(text(""));
    assertThat(of(Optional.empty())).isEqualTo(text(""));
    assertThat(of(List.of())).isEqualTo(text(""));
    assertThat(of(Stream.empty())).isEqualTo(text(""));
  }

  @Test
  void aStringIsAsItIs() throws UnusableResultException, InterruptedException {
    assertThat(of("{not json")).isEqualTo(text("{not json"));
    assertThat(of(Optional.of("x"))).isEqualTo(text("x"));
    assertThat(of(CharBuffer.wrap("größer 🧗"))).isEqualTo(text("größer 🧗"));
  }

  @Test
  void recordsAndMapsAreStructuredAndTheirJsonIsTheText()
      throws UnusableResultException, InterruptedException {
    var json = "{\"file_name\":\"a\",\"line\":1}";
    assertThat(of(new Found("a", 1, null))).isEqualTo(structured(json, json));
    assertThat(of(Map.of("k", List.of(1, 2))))
        .isEqualTo(structured("{\"k\":[1,2]}", "{\"k\":[1,2]}"));
  }

  @Test
  void whatIsNoObjectIsPutIntoOne() throws UnusableResultException, InterruptedException {
    assertThat(of(List.of("ä"))).isEqualTo(structured("[\"ä\"]", "{\"result\":[\"ä\"]}"));
    assertThat(of(new int[] {1})).isEqualTo(structured("[1]", "{\"result\":[1]}"));
    assertThat(of(5)).isEqualTo(structured("5", "{\"result\":5}"));
    assertThat(of(true)).isEqualTo(structured("true", "{\"result\":true}"));
  }

  @Test
  void contentAloneInListsAndInStreams() throws UnusableResultException, InterruptedException {
    var two =
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}],"
            + "\"isError\":false}";
    assertThat(of(Content.text("a"))).isEqualTo(text("a"));
    assertThat(of(List.of(Content.text("a"), Content.text("b")))).isEqualTo(two);
    assertThat(of(Stream.of(Content.text("a"), Content.text("b")))).isEqualTo(two);
    assertThat(unusable(Stream.of(Content.text("a"), "b"))).contains("Return either");
  }

  @Test
  void aStreamIsClosed() throws UnusableResultException, InterruptedException {
    var closed = new AtomicBoolean();
    assertThat(of(IntStream.of(1, 2).onClose(() -> closed.set(true))))
        .isEqualTo(structured("[1,2]", "{\"result\":[1,2]}"));
    assertThat(closed).isTrue();
  }

  @Test
  @Claim("S4-40")
  @DisplayName("S4-40: what is canonical already is used as it is, without what else it has")
  void canonical() throws UnusableResultException, InterruptedException {
    var item = Map.of("type", "text", "text", "done");
    assertThat(of(Map.of("content", List.of(item), "isError", true, "method", "x")))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"done\"}],\"isError\":true}");
    assertThat(of(Map.of("content", List.of(), "isError", true))).contains("structuredContent");
    var result = ToolResult.error("no");
    assertThat(normalizer.of(result)).isSameAs(result);
  }

  @Test
  @Claim("S4-40")
  @DisplayName("S4-40: a canonical map is used as it is, also where its type has an output schema")
  void canonicalAndPromised() throws UnusableResultException, InterruptedException {
    var promised =
        new Normalizer(
            ResultBounds.DEFAULTS,
            OutputSchema.of(new TypeReference<Map<String, Object>>() {}.getType()));
    var item = Map.of("type", "text", "text", "done");
    var returned = new TreeMap<String, Object>(Map.of("content", List.of(item), "isError", false));
    assertThat(json(promised.of(returned)))
        .isEqualTo(
            """
            {"content":[{"type":"text","text":"done"}],"structuredContent":\
            {"content":[{"text":"done","type":"text"}],"isError":false},"isError":false}\
            """
                .replace("{\"text\":\"done\",\"type\":\"text\"}", itemJson(item)));
  }

  private static String itemJson(Map<String, String> item) {
    return JsonMapper.shared().writeValueAsString(item);
  }

  @Test
  @Claim("C4")
  @DisplayName("S4-35, C4: nothing is a success without text, whatever the type promises")
  void nothingWherePromised() throws UnusableResultException, InterruptedException {
    var record = new Normalizer(ResultBounds.DEFAULTS, OutputSchema.of(Found.class));
    assertThat(json(record.of(null))).isEqualTo(text(""));
    var map = new Normalizer(ResultBounds.DEFAULTS, OutputSchema.of(Map.class));
    assertThat(json(map.of(null))).isEqualTo(structured("", "{}"));
    var list = new Normalizer(ResultBounds.DEFAULTS, OutputSchema.of(List.class));
    assertThat(json(list.of(null))).isEqualTo(structured("", "{\"result\":[]}"));
  }

  record Outcome(boolean success, @Nullable String data, List<String> messages) {}

  @Test
  @Claim("C2")
  @DisplayName("C2: an envelope of success, data and messages goes inside, and says if it failed")
  void theEnvelopeGoesInside() throws UnusableResultException, InterruptedException {
    assertThat(of(new Outcome(false, null, List.of("no such monitor"))))
        .contains("\"structuredContent\":{\"success\":false", "\"isError\":true");
    assertThat(of(new Outcome(true, "12", List.of()))).contains("\"isError\":false");
    assertThat(of(Map.of("success", false))).as("no envelope").contains("\"isError\":false");
  }

  @Test
  void bytesAndFuturesAreNoResults() {
    assertThat(unusable(new byte[3])).contains("Content.image(bytes, mimeType)");
    assertThat(unusable(new CompletableFuture<>())).contains("Wait for it");
  }

  @Test
  @Claim("B6")
  void anObjectThatContainsItselfIsNamed() {
    Map<String, Object> self = new HashMap<>();
    self.put("me", self);
    assertThat(unusable(self)).contains("java.util.HashMap that contains itself");
    List<Object> list = new ArrayList<>();
    list.add(List.of(list));
    assertThat(unusable(list)).contains("java.util.ArrayList that contains itself");
  }

  @Test
  void whatCannotBeWrittenIsNamed() {
    record Broken(String good) {
      @Override
      @SuppressWarnings("unused") // Read by reflection.
      public String good() {
        throw new IllegalStateException("no good");
      }
    }
    assertThat(unusable(new Broken("x"))).contains("Broken", "no good");
  }

  @Test
  @Claim("B14")
  void whatIsPromisedIsChecked() throws UnusableResultException, InterruptedException {
    var promised = new Normalizer(ResultBounds.DEFAULTS, OutputSchema.of(Found.class));
    assertThat(json(promised.of(new Found("a", 1, null)))).contains("structuredContent");
    assertThatThrownBy(() -> promised.of(Map.of("line", "x")))
        .isInstanceOf(UnusableResultException.class)
        .hasMessageContaining("line: expected an integer, got \"x\"");
    assertThat(json(promised.of(ToolResult.error("no")))).contains("\"isError\":true");
    var list = new Normalizer(ResultBounds.DEFAULTS, OutputSchema.of(int[].class));
    assertThat(json(list.of(List.of()))).isEqualTo(structured("[]", "{\"result\":[]}"));
  }

  @Test
  @Claim("B8")
  void aStreamWithoutEndIsCutAndClosed() throws UnusableResultException, InterruptedException {
    var closed = new AtomicBoolean();
    var made = new AtomicInteger();
    var bounds = new ResultBounds(100_000, 50);
    var endless =
        Stream.generate(() -> Content.text("no " + made.incrementAndGet()))
            .onClose(() -> closed.set(true));
    var result = new Normalizer(bounds, null).of(endless);
    assertThat(result.content().getLast())
        .isEqualTo(
            Content.text(
                "[cut: the tool had more than the 50 items above. Ask for less at a time.]"));
    assertThat(result.content()).hasSize(51);
    assertThat(closed).isTrue();
    assertThat(made).hasValueLessThan(60);

    var values = new Normalizer(bounds, null).of(Stream.iterate(0, i -> i + 1));
    assertThat(json(values)).contains("[0,1,2,", "more than the 50 items");
    var large = Stream.generate(() -> Content.text("x".repeat(1_000)));
    assertThat(new Normalizer(new ResultBounds(100_000, 10_000), null).of(large).content())
        .hasSizeBetween(90, 110);
  }

  @Test
  void aListWithoutEndIsCut() throws UnusableResultException, InterruptedException {
    Iterable<Integer> endless = () -> Stream.iterate(0, i -> i + 1).iterator();
    var result = new Normalizer(new ResultBounds(2_000, 10), null).of(endless);
    assertThat(result.isError()).isTrue();
    assertThat(json(result)).contains("[0,1,2,3", "JSON with more than 2,000 bytes");
  }

  @Test
  @Claim("B8")
  void whoWaitsForAStreamCanBeInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> normalizer.of(Stream.of(1))).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aLongTextIsCutBetweenTwoCharacters() throws UnusableResultException, InterruptedException {
    var bounds = new ResultBounds(1_025, 10);
    var result = new Normalizer(bounds, null).of("🧗".repeat(1_000));
    assertThat(result.content())
        .containsExactly(
            Content.text("🧗".repeat(256)),
            Content.text(
                "[cut: this text has 2,000 characters, and a result may have 1,025 bytes. Ask for"
                    + " less at a time.]"));
    assertThat(result.isError()).isFalse();
    assertThat(new Normalizer(bounds, null).of("x".repeat(1_025)).content()).hasSize(1);
  }

  /** A text of the greatest length, without the memory for it. */
  private record Gibibyte(int length) implements CharSequence {
    @Override
    public char charAt(int index) {
      return 'x';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return "x".repeat(end - start);
    }

    @Override
    public String toString() {
      throw new AssertionError("all of it was copied");
    }
  }

  @Test
  @Claim("B7")
  void aGibibyteIsCutWithoutBeingCopied() throws UnusableResultException, InterruptedException {
    var result = normalizer.of(new Gibibyte(1 << 30));
    assertThat(result.content()).hasSize(2);
    assertThat(result.content().getLast().toString()).contains("1,073,741,824 characters");
    assertThat(ResultWriter.write(result, ResultVersion.V2).length).isLessThan(4_300_000);
  }

  @Test
  void whatIsStructuredAndTooLargeIsLeftOut() throws UnusableResultException, InterruptedException {
    var bounds = new ResultBounds(1_024, 10);
    var large = Map.of("k", "é".repeat(5_000));
    var cut = new Normalizer(bounds, null).of(large);
    assertThat(cut.structured()).isNull();
    assertThat(cut.isError()).isTrue();
    assertThat(json(cut)).contains("JSON with more than 1,024 bytes").doesNotContain("\uFFFD");

    var tree = JsonMapper.shared().createObjectNode();
    tree.put("k", "x".repeat(2_000));
    var given = new ToolResult(List.of(Content.text("short")), false, tree, null);
    var kept = new Normalizer(bounds, null).of(given);
    assertThat(json(kept)).contains("short", "structured content is left out", "\"isError\":false");
  }

  @Test
  void aPictureThatIsTooLargeIsLeftOut() throws UnusableResultException, InterruptedException {
    var result =
        new Normalizer(new ResultBounds(1_024, 10), null)
            .of(List.of(Content.text("see"), Content.image(new byte[5_000], "image/png")));
    assertThat(json(result)).contains("see", "there were 2 pieces").doesNotContain("image/png");
  }
}
