package dev.belay.agent.model.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName(
    "What goes wrong at a provider is told with who, what and what to do, never with the key")
final class TroublesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | invalid key: sk-very-secret | REFUSED | invalid key: [api_key]",
        "401 | invalid key | REFUSED | Check models.m.api_key.",
        "404 | model 'model-1' not found | REFUSED | model 'model-1' not found",
        "429 | slower | RATE_LIMITED | slower",
        "500 | <html>Oops</html> | FAILED | <html>Oops</html>",
        "503 | '' | OVERLOADED | overloaded",
        "529 | '' | OVERLOADED | overloaded",
      })
  @DisplayName("A status is told with what the provider says, and the setting to look at")
  void statuses(int status, String said, ModelTrouble trouble, String told) throws IOException {
    for (var shape : Shape.values()) {
      var body = status < 500 ? error(shape, said) : said;
      var thrown = status(shape, status, body);
      assertThat(thrown.trouble()).isEqualTo(trouble);
      assertThat(thrown.why())
          .contains("(models.m)", "HTTP " + status, told)
          .doesNotContain(Shape.KEY);
      assertThat(thrown).hasNoCause();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("404 says what to do about an unknown model, and 429 when to ask again")
  void whatToDo(Shape shape) throws IOException {
    assertThat(status(shape, 404, error(shape, "not found")).why())
        .contains(shape == Shape.OLLAMA ? "Run: ollama pull model-1" : "Check models.m.model");
    assertThat(status(shape, 429, error(shape, "slower"), "Retry-After: 7").retryAfter())
        .contains(Duration.ofSeconds(7));
    assertThat(shape.settings("http://localhost").toString()).doesNotContain(Shape.KEY);
  }

  @Test
  @DisplayName("429 for want of money will not pass")
  void noMoney() throws IOException {
    var body = "{\"error\":{\"message\":\"m\",\"type\":\"t\",\"code\":\"insufficient_quota\"}}";
    assertThat(status(Shape.OPENAI, 429, body).trouble()).isEqualTo(ModelTrouble.REFUSED);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Of what a provider says, 500 characters are shown, on one line")
  void longWords(Shape shape) throws IOException {
    var why = status(shape, 400, error(shape, "a\\n\\u001b[2J" + "b".repeat(5_000))).why();
    assertThat(why).hasSizeBetween(500, 800).matches("\\P{Cc}*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ANTHROPIC | OVERLOADED | (overloaded_error): Overloaded.",
        "OPENAI | FAILED | (server_error): The server had an error",
        "OLLAMA | FAILED | CUDA error",
      })
  @DisplayName("An error in the middle of a stream ends it with the provider's words")
  void errorInStream(Shape shape, ModelTrouble trouble, String told) throws IOException {
    try (var standIn = StandIn.streaming(shape, shape.stream("error"), 99);
        var asker = new Asker(shape, standIn)) {
      assertThat(asker.trouble().trouble()).isEqualTo(trouble);
      assertThat(asker.trouble().why()).contains(told);
      assertThat(asker.words()).isEqualTo("Hel");
    }
  }

  private static void assertBroken(Shape shape, StandIn.Script script, String words, String told)
      throws IOException {
    try (var standIn = new StandIn(script);
        var asker = new Asker(shape, standIn)) {
      assertThat(asker.trouble().trouble()).as(words).isEqualTo(ModelTrouble.BROKEN);
      assertThat(asker.trouble().why()).contains(told);
      assertThat(asker.words()).isEqualTo(words);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stream that breaks off is broken: within a line, or after a whole event")
  void brokenStream(Shape shape) throws IOException {
    var half = shape.streamTo("text", "örld");
    assertBroken(
        shape,
        answer -> {
          answer.begin(shape.contentType).piece(half);
          answer.cut();
        },
        "Hello, w",
        "broke off");
    assertBroken(
        shape, answer -> answer.begin(shape.contentType).piece(half).end(), "Hello, w", "");
    var stream = new String(shape.stream("text"), UTF_8);
    var separator = shape == Shape.OLLAMA ? "\n" : "\n\n";
    int end = stream.indexOf(separator, stream.indexOf("lo, w")) + separator.length();
    var some = stream.substring(0, end).getBytes(UTF_8);
    assertBroken(
        shape,
        answer -> answer.begin(shape.contentType).piece(some).end(),
        "Hello, w",
        "ended in the middle of a message");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Garbage in place of a stream, or in it, is broken")
  void garbage(Shape shape) throws IOException {
    var page = "<!doctype html>\n\n<h1>Welcome</h1>\n";
    var event = (shape == Shape.OLLAMA ? "" : "data: ") + "}not JSON{\n\n";
    for (var garbage : List.of(page, event, "")) {
      var bytes = garbage.getBytes(UTF_8);
      assertBroken(shape, answer -> answer.begin(shape.contentType).pieces(bytes, 9).end(), "", "");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A line without an end is not kept without a bound")
  void giantLine(Shape shape) throws IOException, InterruptedException {
    var piece = new byte[1024 * 1024];
    Arrays.fill(piece, (byte) 'x');
    try (var standIn =
            new StandIn(answer -> {
              answer.begin(shape.contentType);
              for (int i = 0; i < 100; i++) {
                answer.piece(piece);
              }
            });
        var asker = new Asker(shape, standIn)) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
      assertThat(asker.trouble().why()).contains("a line of more than 4194304 bytes");
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("A call that is cut at the limit of tokens names the limit, and will not pass")
  void cutCall(Shape shape) throws IOException {
    try (var standIn = StandIn.streaming(shape, "limit");
        var asker = new Asker(shape, standIn)) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.REFUSED);
      assertThat(asker.trouble().why()).contains("777 tokens", "Raise models.m.max_tokens.");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Where nothing listens, the address and the next step are told")
  void nobody(Shape shape) throws IOException {
    var url = "http://127.0.0.1:1";
    try (var asker = new Asker(shape.settings(url))) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.FAILED);
      assertThat(asker.trouble().why())
          .contains(url, "nothing listens there")
          .contains(shape == Shape.OLLAMA ? "Is Ollama running there" : "Check the network");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A key that no header can carry is not shown either")
  void oddKey(Shape shape) throws IOException {
    try (var asker = new Asker(shape.settings("http://127.0.0.1:1", "sk-odd\nkey"))) {
      assertThat(asker.trouble().why())
          .contains("models.m.api_key")
          .doesNotContain("sk-odd")
          .doesNotContain("key\nkey");
    }
  }

  private static ModelException status(Shape shape, int status, String body, String... headers)
      throws IOException {
    try (var standIn = new StandIn(answer -> answer.whole(status, body, headers));
        var asker = new Asker(shape, standIn)) {
      return asker.trouble();
    }
  }

  private static String error(Shape shape, String message) {
    return switch (shape) {
      case ANTHROPIC ->
          "{\"type\":\"error\",\"error\":{\"type\":\"some_error\",\"message\":\"%s\"}}"
              .formatted(message);
      case OPENAI ->
          "{\"error\":{\"message\":\"%s\",\"type\":\"some_error\",\"param\":null,\"code\":null}}"
              .formatted(message);
      case OLLAMA -> "{\"error\":\"%s\"}".formatted(message);
    };
  }
}
