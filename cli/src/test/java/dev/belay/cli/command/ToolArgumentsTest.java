package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.cli.shell.UsageException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ToolArgumentsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n=5|{\"n\":5}",
        "n=-1e3|{\"n\":-1e3}",
        "flag=true|{\"flag\":true}",
        "name=bob|{\"name\":\"bob\"}",
        "name=\"5\"|{\"name\":\"5\"}",
        "name=|{\"name\":\"\"}",
        "q=a=b|{\"q\":\"a=b\"}",
        "list=[1,\"x\"]|{\"list\":[1,\"x\"]}",
        "half={\"a\"|{\"half\":\"{\\\"a\\\"\"}",
        "two=1 2|{\"two\":\"1 2\"}"
      })
  void aValueIsJsonWhereItIsValidJsonElseText(String pair, String json) throws UsageException {
    assertThat(ToolArguments.parse(List.of(pair), null).json(null)).isEqualTo(json);
  }

  @Test
  void aToolThatWantsATextGetsOne() throws UsageException {
    var tool =
        new ToolDefinition(
            """
            {"name":"t","inputSchema":{"properties":{"id":{"type":"string"},"n":{"type":"number"}}}}\
            """
                .getBytes(UTF_8));
    var arguments = ToolArguments.parse(List.of("id=5", "n=5", "other=5"), null);

    assertThat(arguments.dependOnTool()).isTrue();
    assertThat(arguments.json(tool)).isEqualTo("{\"id\":\"5\",\"n\":5,\"other\":5}");
  }

  @Test
  void textsDependOnNoTool() throws UsageException {
    assertThat(ToolArguments.parse(List.of("a=b", "c=\"5\""), "{\"n\":1}").dependOnTool())
        .isFalse();
  }

  @Test
  void pairsCountMoreThanTheObject() throws UsageException {
    assertThat(ToolArguments.parse(List.of("b=2"), " {\"a\": 1.50, \"b\": 1} ").json(null))
        .isEqualTo("{\"a\":1.50,\"b\":2}");
  }

  @Test
  void whatIsNoArgumentIsNamed() {
    assertThat(fault(List.of("bob"), null))
        .isEqualTo("expected key=value, found 'bob'. A server's command goes after --");
    assertThat(fault(List.of("=1"), null)).startsWith("expected key=value");
    assertThat(fault(List.of(), "{nope")).startsWith("--args is not JSON");
    assertThat(fault(List.of(), "[1]")).startsWith("--args must be a JSON object");
  }

  private static String fault(List<String> pairs, @Nullable String json) {
    var message = new StringBuilder();
    assertThatThrownBy(() -> ToolArguments.parse(pairs, json))
        .isInstanceOf(UsageException.class)
        .satisfies(thrown -> message.append(thrown.getMessage()));
    return message.toString();
  }
}
