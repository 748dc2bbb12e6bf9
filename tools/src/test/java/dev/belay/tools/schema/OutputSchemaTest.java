package dev.belay.tools.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.result.Content;
import dev.belay.tools.result.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The schema of a result comes from the type that the method returns")
final class OutputSchemaTest {
  record Found(String file, long line) {}

  sealed interface Answer permits Yes, No {}

  record Yes(String why) implements Answer {}

  record No() implements Answer {}

  @SuppressWarnings("unused")
  private interface Methods {
    Found record();

    Map<String, Integer> map();

    List<Found> list();

    Found[] array();

    int number();

    Answer sealed();

    void nothing();

    String text();

    Content content();

    List<Content> contents();

    ToolResult result();

    Optional<Found> optional();

    Stream<Content> stream();

    Object any();
  }

  private static String of(String method) {
    return Specs.text(OutputSchema.of(Specs.method(Methods.class, method).getGenericReturnType()));
  }

  private static final String FOUND =
      "{\"type\":\"object\",\"properties\":{\"file\":{\"type\":\"string\"},"
          + "\"line\":{\"type\":\"integer\"}},\"required\":[\"file\",\"line\"]}";

  @Test
  void recordsAndMapsAreTheObject() {
    assertThat(of("record")).isEqualTo(FOUND);
    assertThat(of("map"))
        .isEqualTo("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
  }

  @Test
  void whatIsNoObjectIsPutIntoOne() {
    var list =
        "{\"type\":\"object\",\"properties\":{\"result\":{\"type\":\"array\",\"items\":"
            + FOUND
            + "}},\"required\":[\"result\"]}";
    assertThat(of("list")).isEqualTo(list);
    assertThat(of("array")).isEqualTo(list);
    assertThat(of("number"))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"result\":{\"type\":\"integer\"}},"
                + "\"required\":[\"result\"]}");
  }

  @Test
  void aSealedTypeIsAnObjectThatSaysWhichOneItIs() {
    assertThat(of("sealed"))
        .startsWith("{\"type\":\"object\",\"oneOf\":[{\"type\":\"object\",")
        .contains("\"const\":\"yes\"", "\"const\":\"no\"");
  }

  @Test
  void whatPromisesNothingHasNone() {
    assertThat(List.of("nothing", "text", "content", "contents", "result"))
        .allSatisfy(method -> assertThat(of(method)).isEqualTo("none"));
    assertThat(List.of("optional", "stream", "any"))
        .allSatisfy(method -> assertThat(of(method)).isEqualTo("none"));
  }
}
