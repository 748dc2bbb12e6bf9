package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@DisplayName(
    "What goes wrong at a provider is told with who, what and what to do, never with the key")
final class TroublesTest {
  @ParameterizedTest
  @EnumSource
  @DisplayName("401 names the key's setting, and not the key that the provider repeats")
  void wrongKey(Shape shape) throws IOException {
    var trouble = status(shape, 401, error(shape, "invalid key: " + Shape.KEY));
    assertThat(trouble.trouble()).isEqualTo(ModelTrouble.REFUSED);
    assertThat(trouble.why())
        .contains("(models.m)", "HTTP 401", "invalid key: [api_key]", "Check models.m.api_key.")
        .doesNotContain(Shape.KEY);
    assertThat(trouble).hasNoCause();
    assertThat(shape.settings("http://localhost").toString()).doesNotContain(Shape.KEY);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("404 says what to do about an unknown model")
  void unknownModel(Shape shape) throws IOException {
    var trouble = status(shape, 404, error(shape, "model 'model-1' not found"));
    assertThat(trouble.trouble()).isEqualTo(ModelTrouble.REFUSED);
    assertThat(trouble.why())
        .contains("model 'model-1' not found")
        .contains(shape == Shape.OLLAMA ? "Run: ollama pull model-1" : "Check models.m.model");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("429 has the time that the provider asks for, in seconds")
  void rateLimited(Shape shape) throws IOException {
    var trouble = status(shape, 429, error(shape, "slower"), "Retry-After: 7");
    assertThat(trouble.trouble()).isEqualTo(ModelTrouble.RATE_LIMITED);
    assertThat(trouble.retryAfter()).contains(Duration.ofSeconds(7));
  }

  @Test
  @DisplayName("429 for want of money will not pass")
  void noMoney() throws IOException {
    var body = "{\"error\":{\"message\":\"m\",\"type\":\"t\",\"code\":\"insufficient_quota\"}}";
    assertThat(status(Shape.OPENAI, 429, body).trouble()).isEqualTo(ModelTrouble.REFUSED);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("500 is the provider's failure, 503 and 529 that it is overloaded")
  void itsFault(Shape shape) throws IOException {
    var failed = status(shape, 500, "<html>Oops</html>");
    assertThat(failed.trouble()).isEqualTo(ModelTrouble.FAILED);
    assertThat(failed.why()).contains("HTTP 500", "<html>Oops</html>");
    for (int status : new int[] {503, 529}) {
      assertThat(status(shape, status, "").trouble()).isEqualTo(ModelTrouble.OVERLOADED);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Of what a provider says, 500 characters are shown, on one line")
  void longWords(Shape shape) throws IOException {
    var why = status(shape, 400, error(shape, "a\\n\\u001b[2J" + "b".repeat(5_000))).why();
    assertThat(why).hasSizeBetween(500, 800).matches("\\P{Cc}*");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("An error in the middle of a stream ends it with the provider's words")
  void errorInStream(Shape shape) throws IOException {
    var stream = shape.stream("error");
    try (var standIn =
            new StandIn(answer -> answer.begin(shape.contentType).pieces(stream, 99).end());
        var asker = new Asker(shape, standIn, new HandTime())) {
      var trouble = asker.trouble();
      assertThat(asker.words()).isEqualTo("Hel");
      switch (shape) {
        case ANTHROPIC -> {
          assertThat(trouble.trouble()).isEqualTo(ModelTrouble.OVERLOADED);
          assertThat(trouble.why()).contains("(overloaded_error): Overloaded.");
        }
        case OPENAI -> {
          assertThat(trouble.trouble()).isEqualTo(ModelTrouble.FAILED);
          assertThat(trouble.why()).contains("(server_error): The server had an error");
        }
        case OLLAMA -> {
          assertThat(trouble.trouble()).isEqualTo(ModelTrouble.FAILED);
          assertThat(trouble.why()).contains("CUDA error");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "A stream that breaks off within a line is broken, with or without an end of the body")
  void brokenStream(Shape shape) throws IOException {
    var half = shape.streamTo("text", "örld");
    try (var standIn =
            new StandIn(answer -> {
              answer.begin(shape.contentType).piece(half);
              if (answer.number() == 1) {
                answer.cut();
              } else {
                answer.end();
              }
            });
        var cut = new Asker(shape, standIn, new HandTime())) {
      assertThat(cut.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
      assertThat(cut.words()).isEqualTo("Hello, w");
      try (var ended = new Asker(shape, standIn, new HandTime())) {
        assertThat(ended.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
        assertThat(ended.words()).isEqualTo("Hello, w");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stream that ends after a whole event, but before its message, is broken")
  void endedStream(Shape shape) throws IOException {
    var stream = new String(shape.stream("text"), StandardCharsets.UTF_8);
    var separator = shape == Shape.OLLAMA ? "\n" : "\n\n";
    int end = stream.indexOf(separator, stream.indexOf("lo, w")) + separator.length();
    var some = stream.substring(0, end).getBytes(StandardCharsets.UTF_8);
    try (var standIn = new StandIn(answer -> answer.begin(shape.contentType).piece(some).end());
        var asker = new Asker(shape, standIn, new HandTime())) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
      assertThat(asker.trouble().why()).contains("ended in the middle of a message");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Garbage in place of a stream, or in it, is broken")
  void garbage(Shape shape) throws IOException {
    var page = "<!doctype html>\n\n<h1>Welcome</h1>\n";
    var event = (shape == Shape.OLLAMA ? "" : "data: ") + "}not JSON{\n\n";
    for (var garbage : new String[] {page, event, ""}) {
      var bytes = garbage.getBytes(StandardCharsets.UTF_8);
      try (var standIn =
              new StandIn(answer -> answer.begin(shape.contentType).pieces(bytes, 9).end());
          var asker = new Asker(shape, standIn, new HandTime())) {
        assertThat(asker.trouble().trouble()).as(garbage).isEqualTo(ModelTrouble.BROKEN);
      }
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
        var asker = new Asker(shape, standIn, new HandTime())) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
      assertThat(asker.trouble().why()).contains("a line of more than 4194304 bytes");
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("A call that is cut at the limit of tokens names the limit, and will not pass")
  void cutCall(Shape shape) throws IOException {
    var stream = shape.stream("limit");
    try (var standIn = new StandIn(answer -> answer.begin(shape.contentType).piece(stream).end());
        var asker = new Asker(shape, standIn, new HandTime())) {
      assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.REFUSED);
      assertThat(asker.trouble().why()).contains("777 tokens", "Raise models.m.max_tokens.");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Where nothing listens, the address and the next step are told")
  void nobody(Shape shape) throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var url = "http://127.0.0.1:" + port;
    try (var asker = new Asker(shape, url, new HandTime())) {
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
    var settings = shape.settings("http://127.0.0.1:1", "sk-odd\nkey");
    try (var asker = new Asker(settings, new HandTime())) {
      assertThat(asker.trouble().why())
          .contains("models.m.api_key")
          .doesNotContain("sk-odd")
          .doesNotContain("key\nkey");
    }
  }

  private static ModelException status(Shape shape, int status, String body, String... headers)
      throws IOException {
    try (var standIn = new StandIn(answer -> answer.whole(status, body, headers));
        var asker = new Asker(shape, standIn, new HandTime())) {
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
