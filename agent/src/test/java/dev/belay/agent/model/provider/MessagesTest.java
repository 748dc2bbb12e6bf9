package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Block;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@DisplayName("What a provider streams becomes one message, whatever its pieces")
final class MessagesTest {
  private static final int MIB = 1024 * 1024;

  @ParameterizedTest
  @EnumSource
  @DisplayName("Words are passed on as they come, and are the message")
  void words(Shape shape) throws IOException {
    var stream = shape.stream("text");
    try (var standIn = streaming(shape, stream, stream.length);
        var asker = new Asker(shape, standIn, Time.system())) {
      assertThat(asker.answer().blocks()).containsExactly(new Block.Text("Hello, wörld 🌍!"));
      assertThat(asker.words()).isEqualTo("Hello, wörld 🌍!");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Words, then two calls whose arguments are split anywhere, also within characters")
  void calls(Shape shape) throws IOException {
    for (int size : List.of(1, 7, 64 * 1024)) {
      try (var standIn = streaming(shape, shape.stream("tools"), size);
          var asker = new Asker(shape, standIn, Time.system())) {
        var message = asker.answer();
        assertThat(message.blocks().getFirst()).isEqualTo(new Block.Text("Ich schaue nach ☂️ 🌧."));
        assertThat(message.toolUses()).hasSize(2).isEqualTo(message.blocks().subList(1, 3));
        var weather = message.toolUses().get(0);
        var file = message.toolUses().get(1);
        assertThat(weather.name()).isEqualTo("get_weather");
        assertThat(Asked.json(weather.input()))
            .isEqualTo(Asked.json("{\"city\":\"Zürich 🏔\",\"days\":3}"));
        assertThat(file.name()).isEqualTo("read_file");
        assertThat(Asked.json(file.input()))
            .isEqualTo(Asked.json("{\"path\":\"/tmp/é \\\"x\\\"\",\"lines\":[1,2]}"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Ids are kept as they are given, also empty and repeated ones")
  void ids(Shape shape) throws IOException {
    try (var standIn = streaming(shape, shape.stream("ids"), 50);
        var asker = new Asker(shape, standIn, Time.system())) {
      var id = shape == Shape.ANTHROPIC ? "toolu_01" : "call_1";
      assertThat(asker.answer().blocks())
          .containsExactly(
              new Block.ToolUse("", "a", "{}"),
              new Block.ToolUse(id, "b", "{}"),
              new Block.ToolUse(id, "c", "{\"x\":1}"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A message of 1 MiB comes whole")
  void longMessage(Shape shape) throws IOException {
    var stream = new String(shape.stream("text"), StandardCharsets.UTF_8);
    var piece = "ä".repeat(MIB / 64);
    var one = "lo, w";
    var event = event(stream, one);
    var whole = stream.replace(event, event.replace(one, piece).repeat(32));
    try (var standIn = streaming(shape, whole.getBytes(StandardCharsets.UTF_8), 64 * 1024);
        var asker = new Asker(shape, standIn, Time.system())) {
      var text = "Hel" + piece.repeat(32) + "örld 🌍!";
      assertThat(asker.answer().blocks()).isEqualTo(List.of(new Block.Text(text)));
      assertThat(asker.words()).isEqualTo(text);
    }
  }

  /** {@return the one event of this stream that has these words} */
  private static String event(String stream, String words) {
    var separator = stream.contains("\n\n") ? "\n\n" : "\n";
    int at = stream.indexOf(words);
    int from = stream.lastIndexOf(separator, at);
    int to = stream.indexOf(separator, at);
    return stream.substring(from + separator.length(), to + separator.length());
  }

  private static StandIn streaming(Shape shape, byte[] stream, int size) {
    return new StandIn(answer -> answer.begin(shape.contentType).pieces(stream, size).end());
  }
}
