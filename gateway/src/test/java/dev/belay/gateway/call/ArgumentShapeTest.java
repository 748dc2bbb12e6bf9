package dev.belay.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The shape of arguments: names, types and magnitudes")
final class ArgumentShapeTest {
  private static long shape(String json) throws NotJson {
    var bytes = (" " + json.replace('\'', '"') + " ,").getBytes(StandardCharsets.UTF_8);
    var value = Slices.value(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    return ArgumentShape.of(bytes, new Span(value.offset() + 1, value.length()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1,'b':'x'} | { 'b' : 'y' , 'a' : 2 }",
        "{'a':'1234'} | {'a':'abcd'}",
        "{'a':true} | {'a':false}",
        "{'a':{'b':1}} | {'a':{'c':2}}",
        "{'a':[1,'}']} | {'a':['x',1]}",
        "{'a':'\\\\','b':1} | {'a':'\\n','b':1}",
        "{} | { }",
      })
  @DisplayName("Values and the order of members do not matter")
  void same(String one, String other) throws NotJson {
    assertThat(shape(one)).isEqualTo(shape(other)).isNotZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1} | {'b':1}",
        "{'a':1} | {'a':'1'}",
        "{'a':1} | {'a':10}",
        "{'a':null} | {'a':1}",
        "{'a':'x'} | {'a':'a long text'}",
        "{'a':1} | {'a':1,'b':1}",
        "{'a':[]} | {'a':[1,2,3,4]}",
        "{'a':'\\\"','b':1} | {'a':'\\\"'}",
        "{} | {'a':1}",
      })
  @DisplayName("Names, types and sizes do")
  void different(String one, String other) throws NotJson {
    assertThat(shape(one)).isNotEqualTo(shape(other));
  }

  @Test
  @DisplayName("Of long arguments the beginning counts, and the size of all")
  void cut() throws NotJson {
    var text = "x".repeat(1 << 20);
    assertThat(shape("{'a':'" + text + "','b':1}")).isEqualTo(shape("{'a':'y" + text + "','b':1}"));
    assertThat(shape("{'a':'" + text + "'}")).isNotEqualTo(shape("{'a':'" + text + text + "'}"));
    for (int length = ArgumentShape.LONGEST - 20; length < ArgumentShape.LONGEST + 20; length++) {
      assertThat(shape("{'a':'" + "\\\\".repeat(length / 2) + "','b\\\\':1}")).isNotZero();
    }
  }

  @Test
  void noArgumentsHaveAShapeToo() {
    assertThat(ArgumentShape.of(new byte[0], null)).isEqualTo(1);
  }
}
