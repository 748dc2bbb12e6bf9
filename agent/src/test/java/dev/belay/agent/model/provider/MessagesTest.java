package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Block;
import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@DisplayName("What a provider streams becomes one message, whatever its pieces")
final class MessagesTest {
  private static final int MIB = 1024 * 1024;

  private static final String END = chunk("{}", "\"tool_calls\"") + "data: [DONE]\n\n";

  @ParameterizedTest
  @EnumSource
  @DisplayName("Words are passed on as they come, and are the message")
  void words(Shape shape) throws IOException {
    var stream = shape.stream("text");
    try (var standIn = streaming(shape, stream, stream.length);
        var asker = new Asker(shape, standIn, new HandTime())) {
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
          var asker = new Asker(shape, standIn, new HandTime())) {
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
        var asker = new Asker(shape, standIn, new HandTime())) {
      var id = shape == Shape.ANTHROPIC ? "toolu_01" : "call_1";
      assertThat(asker.answer().blocks())
          .containsExactly(
              new Block.ToolUse("", "a", "{}"),
              new Block.ToolUse(id, "b", "{}"),
              new Block.ToolUse(id, "c", "{\"x\":1}"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"in pieces", "around", "arguments later", "around, later", "named again"})
  @DisplayName("Two calls of OpenAI's whose pieces alternate are never mixed up")
  void alternating(String how) throws IOException {
    var stream = alternatingStream(how).getBytes(StandardCharsets.UTF_8);
    var second = how.startsWith("around") ? "{}" : "{\"y\":2}";
    try (var standIn = streaming(Shape.OPENAI, stream, stream.length);
        var asker = new Asker(Shape.OPENAI, standIn, new HandTime())) {
      assertThat(asker.answer().blocks())
          .containsExactly(
              new Block.ToolUse("call_1", "a", "{\"x\":1}"),
              new Block.ToolUse("call_2", "b", second));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"index\":0,", ""})
  @DisplayName(
      "Two whole calls of an OpenAI server that numbers them alike, or not at all, are two")
  void numberedAlike(String index) throws IOException {
    var one = "{%s\"id\":\"%s\",\"function\":{\"name\":\"%s\",\"arguments\":\"{}\"}}";
    var stream =
        (call(one.formatted(index, "call_1", "a"))
                + call(one.formatted(index, "call_2", "b"))
                + END)
            .getBytes(StandardCharsets.UTF_8);
    try (var standIn = streaming(Shape.OPENAI, stream, stream.length);
        var asker = new Asker(Shape.OPENAI, standIn, new HandTime())) {
      assertThat(asker.answer().blocks())
          .containsExactly(
              new Block.ToolUse("call_1", "a", "{}"), new Block.ToolUse("call_2", "b", "{}"));
    }
  }

  @Test
  @DisplayName("A stream of OpenAI's with a finish reason may end without its last event")
  void withoutDone() throws IOException {
    var stream =
        (delta(0, "call_1", "a", "{}") + chunk("{}", "\"tool_calls\""))
            .getBytes(StandardCharsets.UTF_8);
    try (var standIn = streaming(Shape.OPENAI, stream, stream.length);
        var asker = new Asker(Shape.OPENAI, standIn, new HandTime())) {
      assertThat(asker.answer().blocks()).containsExactly(new Block.ToolUse("call_1", "a", "{}"));
    }
  }

  @Test
  @DisplayName("A piece of a call of OpenAI's that says nothing may come late")
  void nothingLate() throws IOException {
    var calls =
        delta(0, "call_1", "a", "{\\\"x\\\":1}") + delta(1, "call_2", "b", "{}") + delta(0, "");
    var stream = (calls + END).getBytes(StandardCharsets.UTF_8);
    try (var standIn = streaming(Shape.OPENAI, stream, stream.length);
        var asker = new Asker(Shape.OPENAI, standIn, new HandTime())) {
      assertThat(asker.answer().blocks())
          .containsExactly(
              new Block.ToolUse("call_1", "a", "{\"x\":1}"),
              new Block.ToolUse("call_2", "b", "{}"));
    }
  }

  private static String alternatingStream(String how) {
    return switch (how) {
          case "in pieces" ->
              delta(0, "call_1", "a", "{\\\"x")
                  + delta(1, "call_2", "b", "{\\\"y")
                  + delta(0, "\\\":1}")
                  + delta(1, "\\\":2}");
          case "around" ->
              delta(0, "call_1", "a", "{\\\"x")
                  + delta(1, "call_2", "b", "{}")
                  + delta(0, "\\\":1}");
          case "around, later" ->
              delta(0, "call_1", "a", "")
                  + delta(1, "call_2", "b", "{}")
                  + delta(0, "{\\\"x\\\":1}");
          case "named again" ->
              delta(0, "call_1", "a", "")
                  + delta(1, "call_2", "b", "")
                  + delta(0, "call_1", "a", "{\\\"x\\\":1}")
                  + delta(1, "call_2", "b", "{\\\"y\\\":2}");
          default ->
              delta(0, "call_1", "a", "")
                  + delta(1, "call_2", "b", "")
                  + delta(0, "{\\\"x\\\":1}")
                  + delta(1, "{\\\"y\\\":2}");
        }
        + END;
  }

  private static String delta(int index, String id, String name, String arguments) {
    return call(
        "{\"index\":%d,\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}"
            .formatted(index, id, name, arguments));
  }

  private static String delta(int index, String arguments) {
    return call("{\"index\":%d,\"function\":{\"arguments\":\"%s\"}}".formatted(index, arguments));
  }

  private static String call(String json) {
    return chunk("{\"tool_calls\":[" + json + "]}", "null");
  }

  private static String chunk(String delta, String finish) {
    return "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}\n\n";
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
        var asker = new Asker(shape, standIn, new HandTime())) {
      var text = "Hel" + piece.repeat(32) + "örld 🌍!";
      assertThat(asker.answer().blocks()).isEqualTo(List.of(new Block.Text(text)));
      assertThat(asker.words()).isEqualTo(text);
    }
  }

  /** {@return the only event of this stream with this text} */
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
