package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.AnthropicShape;
import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.history.OllamaShape;
import dev.belay.agent.history.OpenAiShape;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.turn.OfferedTool;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A provider is asked in its own words, with nothing lost")
final class RequestsTest {
  /** Contains numbers and escapes that a parser would change. */
  private static final String SCHEMA =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type":"object",
       "properties":{"a":{"$ref":"#/$defs/A"},"n":{"type":"number","maximum":1.10,"multipleOf":1e-2}},
       "oneOf":[{"required":["a"]},{"required":["n"]}], "additionalProperties":false,
       "$defs":{"A":{"type":["string","null"],"pattern":"^\\\\p{L}+ß$","x-mine":{"deep":[1,{}]}}}}\
      """;

  private static final Prompt PROMPT =
      new Prompt(
          "Be brief.",
          List.of(
              Message.User.of("Weather?"),
              new Message.Assistant(
                  List.of(
                      new Block.Text("I look."),
                      new Block.ToolUse("id_1", "weather", "{\"city\":\"Zürich\"}"),
                      new Block.ToolUse("id_2", "sleep", "{}"))),
              new Message.User(
                  List.of(
                      new Block.ToolResult("id_1", "12 °C", false),
                      new Block.ToolResult("id_2", "no sleep", true),
                      new Block.Text("And now?")))),
          List.of(
              new OfferedTool("weather", "Tells the weather", SCHEMA),
              new OfferedTool("sleep", "", "{\"type\":\"object\"}")));

  @ParameterizedTest
  @EnumSource
  @DisplayName("Address, key, model, stream and the most tokens")
  void basics(Shape shape) throws IOException {
    var asked = asked(shape);
    assertThat(asked.head().method()).isEqualTo("POST");
    assertThat(asked.head().target()).isEqualTo(shape.path);
    assertThat(asked.head().field("Content-Type")).isEqualTo("application/json");
    assertThat(asked.head().field("User-Agent")).isEqualTo("belay");
    assertThat(asked.head().field(shape.keyHeader))
        .isEqualTo(shape == Shape.ANTHROPIC ? Shape.KEY : "Bearer " + Shape.KEY);
    var body = asked.json();
    assertThat(body.at("/model").asString()).isEqualTo("model-1");
    assertThat(body.at("/stream").asBoolean()).isTrue();
    var most = shape == Shape.OLLAMA ? "/options/num_predict" : "/max_tokens";
    assertThat(body.at(most).asInt()).isEqualTo(777);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Without a key none is sent")
  void noKey(Shape shape) throws IOException {
    var asked = asked(shape, null, PROMPT);
    assertThat(asked.head().has("authorization")).isFalse();
    assertThat(asked.head().has("x-api-key")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The query of an address goes behind the path, and no message shows it")
  void query(Shape shape) throws IOException {
    var query = "?api-version=2024-10-21&secret=hush";
    try (var standIn = new StandIn(answer -> answer.whole(500, ""))) {
      var url = standIn.url() + shape.root + query;
      try (var asker = new Asker(shape.at(url, Shape.KEY))) {
        assertThat(asker.trouble().why()).doesNotContain("hush");
        assertThat(standIn.asked().getFirst().head().target()).isEqualTo(shape.path + query);
      }
    }
    try (var asker = new Asker(shape.at("http://127.0.0.1:1" + query, Shape.KEY))) {
      assertThat(asker.trouble().why()).contains("http://127.0.0.1:1:").doesNotContain("hush");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The schemas of tools arrive as they were, byte for byte")
  void schemas(Shape shape) throws IOException {
    var asked = asked(shape);
    assertThat(asked.body()).contains(SCHEMA);
    var where = shape == Shape.ANTHROPIC ? "" : "/function";
    var tools = asked.json().at("/tools");
    assertThat(tools).hasSize(2);
    var first = tools.get(0);
    assertThat(first.at(where + "/name").asString()).isEqualTo("weather");
    assertThat(first.at(where + "/description").asString()).isEqualTo("Tells the weather");
    var schema = shape == Shape.ANTHROPIC ? "/input_schema" : "/function/parameters";
    assertThat(first.at(schema)).isEqualTo(Asked.json(SCHEMA));
    assertThat(tools.get(1).at(schema)).isEqualTo(Asked.json("{\"type\":\"object\"}"));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Messages arrive in the shape of their provider, Anthropic's system apart")
  void messages(Shape shape) throws IOException {
    var body = asked(shape).json();
    var written =
        switch (shape) {
          case ANTHROPIC -> AnthropicShape.write(PROMPT.messages());
          case OPENAI -> OpenAiShape.write(PROMPT.instructions(), PROMPT.messages());
          case OLLAMA -> OllamaShape.write(PROMPT.instructions(), PROMPT.messages());
        };
    assertThat(body.at("/messages")).isEqualTo(Asked.json(written.toString()));
    assertThat(body.at("/system/0/text").asString(""))
        .isEqualTo(shape == Shape.ANTHROPIC ? "Be brief." : "");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Arguments that a model got wrong do not spoil the requests after it")
  void wrongArguments(Shape shape) throws IOException {
    var prompt =
        new Prompt(
            "",
            List.of(
                Message.User.of("Hi"),
                new Message.Assistant(List.of(new Block.ToolUse("id_1", "sleep", "{\"a\":"))),
                new Message.User(List.of(new Block.ToolResult("id_1", "bad", true)))),
            List.of());
    assertThat(asked(shape, Shape.KEY, prompt).json().at("/messages/1").isObject()).isTrue();
  }

  private static Asked asked(Shape shape) throws IOException {
    return asked(shape, Shape.KEY, PROMPT);
  }

  private static Asked asked(Shape shape, @Nullable String key, Prompt prompt) throws IOException {
    try (var standIn = StandIn.streaming(shape, "text");
        var asker = new Asker(shape.settings(standIn.url(), key), new HandTime(), prompt)) {
      assertThat(asker.answer().blocks()).isNotEmpty();
      return standIn.asked().getFirst();
    }
  }
}
