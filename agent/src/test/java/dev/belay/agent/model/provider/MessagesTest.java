package dev.belay.agent.model.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Block;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("What a provider streams becomes one message, whatever its pieces")
final class MessagesTest {
  private static final int MIB = 1024 * 1024;

  @ParameterizedTest
  @EnumSource
  @DisplayName("Words are passed on as they come, and are the message")
  void words(Shape shape) throws IOException {
    try (var standIn = StandIn.streaming(shape, "text");
        var asker = new Asker(shape, standIn)) {
      assertThat(asker.answer().blocks()).containsExactly(new Block.Text("Hello, wörld 🌍!"));
      assertThat(asker.words()).isEqualTo("Hello, wörld 🌍!");
    }
  }

  private static List<Block.OfAssistant> blocks(Shape shape, byte[] stream, int size)
      throws IOException {
    try (var standIn = StandIn.streaming(shape, stream, size);
        var asker = new Asker(shape, standIn)) {
      return asker.answer().blocks();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Words, then two calls whose arguments are split anywhere, also within characters")
  void calls(Shape shape) throws IOException {
    for (int size : List.of(1, 7, 64 * 1024)) {
      var blocks = blocks(shape, shape.stream("tools"), size);
      assertThat(blocks).hasSize(3).startsWith(new Block.Text("Ich schaue nach ☂️ 🌧."));
      assertUse(blocks.get(1), "get_weather", "{\"city\":\"Zürich 🏔\",\"days\":3}");
      assertUse(blocks.get(2), "read_file", "{\"path\":\"/tmp/é \\\"x\\\"\",\"lines\":[1,2]}");
    }
  }

  private static void assertUse(Block.OfAssistant block, String name, String input) {
    var use = (Block.ToolUse) block;
    assertThat(use.name()).isEqualTo(name);
    assertThat(Asked.json(use.input())).isEqualTo(Asked.json(input));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Ids are kept as they are given, also empty and repeated ones")
  void ids(Shape shape) throws IOException {
    var id = shape == Shape.ANTHROPIC ? "toolu_01" : "call_1";
    assertThat(blocks(shape, shape.stream("ids"), 50))
        .containsExactly(
            new Block.ToolUse("", "a", "{}"),
            new Block.ToolUse(id, "b", "{}"),
            new Block.ToolUse(id, "c", "{\"x\":1}"));
  }

  /** Two calls in the pieces in which servers of OpenAI's kind send them. */
  private enum Pieces {
    ALTERNATING(
        "{\"x\":1}",
        "{\"y\":2}",
        call(0, 1, "{\\\"x") + call(1, 2, "{\\\"y") + more(0, "\\\":1}") + more(1, "\\\":2}")),
    AROUND("{\"x\":1}", "{}", call(0, 1, "{\\\"x") + call(1, 2, "{}") + more(0, "\\\":1}")),
    AROUND_LATER("{\"x\":1}", "{}", call(0, 1, "") + call(1, 2, "{}") + more(0, "{\\\"x\\\":1}")),
    ARGUMENTS_LATER(
        "{\"x\":1}",
        "{\"y\":2}",
        call(0, 1, "") + call(1, 2, "") + more(0, "{\\\"x\\\":1}") + more(1, "{\\\"y\\\":2}")),
    NAMED_AGAIN(
        "{\"x\":1}",
        "{\"y\":2}",
        call(0, 1, "")
            + call(1, 2, "")
            + call(0, 1, "{\\\"x\\\":1}")
            + call(1, 2, "{\\\"y\\\":2}")),
    NOTHING_LATE("{\"x\":1}", "{}", call(0, 1, "{\\\"x\\\":1}") + call(1, 2, "{}") + more(0, "")),
    NUMBERED_ALIKE("{}", "{}", call(0, 1, "{}") + call(0, 2, "{}")),
    NOT_NUMBERED(
        "{}", "{}", (call(0, 1, "{}") + call(0, 2, "{}")).replace("\"index\":0,\"id\"", "\"id\""));

    private final String first;
    private final String second;
    private final String stream;

    Pieces(String first, String second, String calls) {
      this.first = first;
      this.second = second;
      stream = calls + chunk("{}", "\"tool_calls\"");
    }

    /** The first piece of a call. */
    private static String call(int index, int number, String arguments) {
      return ofCall(
          "{\"index\":%d,\"id\":\"call_%d\",\"type\":\"function\",\"function\":{\"name\":\"t%d\",\"arguments\":\"%s\"}}"
              .formatted(index, number, number, arguments));
    }

    private static String more(int index, String arguments) {
      return ofCall(
          "{\"index\":%d,\"function\":{\"arguments\":\"%s\"}}".formatted(index, arguments));
    }

    private static String ofCall(String json) {
      return chunk("{\"tool_calls\":[" + json + "]}", "null");
    }

    private static String chunk(String delta, String finish) {
      return "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n"
          .formatted(delta, finish);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Two calls of OpenAI's are never mixed up, with the stream's last event or without")
  void twoCalls(Pieces pieces) throws IOException {
    for (var end : List.of("data: [DONE]\n\n", "")) {
      var stream = (pieces.stream + end).getBytes(UTF_8);
      assertThat(blocks(Shape.OPENAI, stream, stream.length))
          .containsExactly(
              new Block.ToolUse("call_1", "t1", pieces.first),
              new Block.ToolUse("call_2", "t2", pieces.second));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A message of 1 MiB comes whole")
  void longMessage(Shape shape) throws IOException {
    var stream = new String(shape.stream("text"), UTF_8);
    var piece = "ä".repeat(MIB / 64);
    var one = "lo, w";
    var event = event(stream, one);
    var whole = stream.replace(event, event.replace(one, piece).repeat(32));
    try (var standIn = StandIn.streaming(shape, whole.getBytes(UTF_8), 64 * 1024);
        var asker = new Asker(shape, standIn)) {
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
}
