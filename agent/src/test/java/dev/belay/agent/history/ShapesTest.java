package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.OpenAiShape.ErrorMark;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShapesTest {
  private static final List<Message> TALK =
      List.of(
          Message.User.of("Go."),
          Blocks.assistant(
              Blocks.text("Let me."),
              new Block.ToolUse("1", "read.file", "{\"path\":\"a\",\"n\":1.50}"),
              Blocks.use("2")),
          Blocks.user(
              Blocks.result("1", ""),
              new Block.ToolResult("2", "[CANCELLED] Turn aborted by user.", true),
              Blocks.text("And?"),
              Blocks.text("Well?")));

  @Test
  @DisplayName("S1-44: Anthropic's shape, to the letter")
  void anthropic() {
    assertThat(AnthropicShape.write(TALK))
        .hasToString(
            """
            [{"role":"user","content":[{"type":"text","text":"Go."}]},
            {"role":"assistant","content":[{"type":"text","text":"Let me."},
            {"type":"tool_use","id":"1","name":"read_file","input":{"path":"a","n":1.50}},
            {"type":"tool_use","id":"2","name":"look","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"1"},
            {"type":"tool_result","tool_use_id":"2",
            "content":"[CANCELLED] Turn aborted by user.","is_error":true},
            {"type":"text","text":"And?"},{"type":"text","text":"Well?"}]}]
            """
                .replace("\n", ""));
  }

  @Test
  @DisplayName("OpenAI's shape, to the letter")
  void openAi() {
    assertThat(OpenAiShape.write("Be brief.", TALK))
        .hasToString(
            """
            [{"role":"system","content":"Be brief."},{"role":"user","content":"Go."},
            {"role":"assistant","content":"Let me.","tool_calls":[
            {"id":"1","type":"function","function":{"name":"read_file",
            "arguments":"{\\"path\\":\\"a\\",\\"n\\":1.50}"}},
            {"id":"2","type":"function","function":{"name":"look","arguments":"{}"}}]},
            {"role":"tool","tool_call_id":"1","content":""},
            {"role":"tool","tool_call_id":"2","content":"[CANCELLED] Turn aborted by user."},
            {"role":"user","content":[{"type":"text","text":"And?"},{"type":"text","text":"Well?"}]}]
            """
                .replace("\n", ""));
  }

  @Test
  @DisplayName("Ollama's shape, to the letter")
  void ollama() {
    assertThat(OllamaShape.write("Be brief.", TALK))
        .hasToString(
            """
            [{"role":"system","content":"Be brief."},{"role":"user","content":"Go."},
            {"role":"assistant","content":"Let me.","tool_calls":[
            {"id":"1","function":{"name":"read_file","arguments":{"path":"a","n":1.50}}},
            {"id":"2","function":{"name":"look","arguments":{}}}]},
            {"role":"tool","tool_name":"read_file","tool_call_id":"1","content":""},
            {"role":"tool","tool_name":"look","tool_call_id":"2",
            "content":"[CANCELLED] Turn aborted by user."},
            {"role":"user","content":"And?\\nWell?"}]
            """
                .replace("\n", ""));
  }

  @ParameterizedTest
  @DisplayName("OpenAI: an error is told in its text")
  @CsvSource({
    "no such file, true, [ERROR] no such file",
    "no such file, false, no such file",
    "[TIMEOUT] late, true, [TIMEOUT] late",
    "[TIMEOUT] late, false, [OK] [TIMEOUT] late",
    "[ERROR] a, true, [ERROR] [ERROR] a",
    "[ERROR] a, false, [OK] [ERROR] a",
    "[OK] a, false, [OK] [OK] a",
  })
  void errorsAreTold(String text, boolean isError, String written) {
    var result = new Block.ToolResult("1", text, isError);

    assertThat(ErrorMark.write(result)).isEqualTo(written);
  }
}
