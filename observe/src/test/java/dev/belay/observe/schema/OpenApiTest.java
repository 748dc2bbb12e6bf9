package dev.belay.observe.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.http.route.PathPattern;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The OpenAPI document is one, and everything in it leads somewhere")
final class OpenApiTest {
  /** The OpenAPI Initiative's schema, as shipped in io.openapiprocessor:openapi-parser. */
  private static final String OFFICIAL = "openapi/3.1/schema/2025-09-15";

  private static final Pattern REFERENCE = Pattern.compile("\"\\$ref\": ?\"(#/[^\"]*)\"");
  private static final String TEXT = OpenApi.document("1.2.3", Operations.all());
  private static final Json DOCUMENT = Json.parse(TEXT);

  @Test
  @DisplayName("It is valid by the official schema of OpenAPI 3.1")
  void valid() throws IOException {
    assertThat(Judge.faultsBy(official(), TEXT)).isEmpty();
    var broken = TEXT.replaceFirst("\"description\":\"Every result", "\"descriptoin\":\"Every");
    assertThat(Judge.faultsBy(official(), broken)).as("a mistake in it").isNotEmpty();
  }

  private static String official() throws IOException {
    try (var file = ClassLoader.getSystemResourceAsStream(OFFICIAL)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    }
  }

  @Test
  @DisplayName("Every reference leads somewhere")
  void references() {
    var targets = REFERENCE.matcher(TEXT).results().map(found -> found.group(1)).toList();
    assertThat(targets).hasSizeGreaterThan(100);
    assertThat(targets).allSatisfy(one -> assertThat(at(one).present()).as(one).isTrue());
  }

  private static Json at(String pointer) {
    return DOCUMENT.at(pointer.substring(2).split("/", -1));
  }

  @Test
  @DisplayName("Its schemas are those that are published, and judge alike")
  void components() {
    assertThat(((Json.Members) DOCUMENT.at("components", "schemas")).values().keySet())
        .containsExactlyInAnyOrderElementsOf(Schemas.NAMES);
    var event =
        "{\"id\":\"3\",\"event\":\"turn_abort\",\"data\":{\"type\":\"turn_abort\",\"reason\":\"user\",\"detail\":\"%s\"}}";
    assertThat(alike("turn-event", event.formatted("user"))).isTrue();
    assertThat(alike("turn-event", event.formatted("moon"))).isFalse();
    assertThat(alike("turn-request", "{\"agentId\":\"a\",\"sessionId\":\"b\",\"toolUses\":[]}"))
        .isFalse();
    assertThat(
            alike(
                "turn-request",
                "{\"agentId\":\"a\",\"sessionId\":\"b\",\"toolUses\":[{\"id\":\"1\",\"name\":\"x\"}]}"))
        .isTrue();
    assertThat(alike("active-turns", "{\"turns\":[{\"turnId\":\"x\"}]}")).isFalse();
  }

  /** {@return whether it is valid, by both validators alike} */
  private static boolean alike(String name, String json) {
    var at = "http://127.0.0.1:3002/api/openapi.json";
    var inside =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(at, TEXT)))
            .getSchema(SchemaLocation.of(at + "#/components/schemas/" + name))
            .validate(json, InputFormat.JSON)
            .isEmpty();
    assertThat(Judge.faults(name, json).isEmpty()).as(json).isEqualTo(inside);
    return inside;
  }

  @Test
  @DisplayName("Each operation has a name of its own, and says what stands in braces in its path")
  void operations() {
    var all = Operations.all();
    assertThat(all).extracting(Operation::id).doesNotHaveDuplicates();
    assertThat(all).extracting(Operation::route).doesNotHaveDuplicates();
    for (var one : all) {
      assertThat(one.parameters().stream().filter(Parameter::isRequired).map(Parameter::name))
          .as(one.route())
          .containsExactlyElementsOf(inBraces(one.path()));
      assertThat(one.replies()).as(one.route()).isNotEmpty();
    }
  }

  private static List<String> inBraces(String path) {
    if (!path.contains("{")) {
      return List.of();
    }
    var names = new ArrayList<>(PathPattern.of(path).parts());
    names.removeIf(part -> !part.startsWith("{"));
    names.replaceAll(part -> part.substring(1, part.length() - 1));
    return names;
  }
}
