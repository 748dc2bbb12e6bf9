package dev.belay.tools.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.claims.Claim;
import dev.belay.tools.annotation.Arg;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ArgumentSchemaTest {
  enum Encoding {
    @Arg(name = "utf-8")
    UTF_8,
    @Arg(name = "gbk")
    GBK
  }

  enum Status {
    PENDING,
    DONE
  }

  record Point(int x, @Arg(description = "from the top", defaultValue = "7") int y) {}

  record Line(Point from, Point to, @Nullable String label, Optional<Set<Status>> states) {}

  record Page<T>(T first, List<T> rest) {}

  record Tree(String name, List<Tree> children) {}

  sealed interface Shape permits Circle, TwoSided {}

  sealed interface TwoSided extends Shape permits Box {}

  record Circle(double radius) implements Shape {}

  record Box(double width, double height) implements TwoSided {}

  @SuppressWarnings("unused")
  private interface Methods {
    void searchCode(
        @Arg(description = "Search query string") String query,
        @Arg(description = "File match pattern", defaultValue = "\"*.py\"") String filePattern,
        @Arg(description = "Whether to be case-sensitive", defaultValue = "false")
            boolean caseSensitive,
        @Arg(description = "Maximum number of results", defaultValue = "100") int maxResults,
        @Arg(description = "File encoding", defaultValue = "\"utf-8\"") Encoding encoding,
        @Arg(description = "List of exclude patterns") Optional<List<String>> excludePatterns);

    void mapping(
        String name,
        int count,
        double price,
        boolean enabled,
        List<String> tags,
        Map<String, Object> metadata,
        Status status);

    void nothing();

    void times(LocalDate day, LocalTime time, LocalDateTime both, Instant instant, Duration length);

    void others(
        URI uri, Path path, UUID id, byte[] data, char one, JsonNode any, ObjectNode object);

    void records(Line line, @Arg(description = "more") Page<Point> page);

    void maps(Map<String, Integer> counts, Map<Status, List<Point>> byStatus, OptionalInt n);

    void recursive(Tree tree);

    void shapes(@Arg(description = "what to draw") Shape shape, List<Shape> more);
  }

  private static String schema(String method) {
    return Specs.text(Specs.schema(Methods.class, method));
  }

  private static String property(String method, String name) {
    return Specs.schema(Methods.class, method).tree().at("/properties/" + name).toString();
  }

  @Test
  @Claim({"S4-47", "S4-48", "S4-49", "C24"})
  @DisplayName("S4-45 … S4-49, C24: search_code has the schema of the example, byte by byte")
  void searchCode() {
    assertThat(schema("searchCode"))
        .isEqualTo(
            """
            {"type":"object","properties":{\
            "query":{"type":"string","description":"Search query string"},\
            "file_pattern":{"type":"string","description":"File match pattern","default":"*.py"},\
            "case_sensitive":{"type":"boolean","description":"Whether to be case-sensitive",\
            "default":false},\
            "max_results":{"type":"integer","description":"Maximum number of results",\
            "default":100},\
            "encoding":{"type":"string","enum":["utf-8","gbk"],"description":"File encoding",\
            "default":"utf-8"},\
            "exclude_patterns":{"type":"array","items":{"type":"string"},\
            "description":"List of exclude patterns"}},\
            "required":["query"]}\
            """);
  }

  @Test
  @Claim({"S4-43", "S4-44"})
  @DisplayName("S4-43, S4-44: text, integer, number, boolean, list, map, and a set of constants")
  void mapping() {
    assertThat(schema("mapping"))
        .isEqualTo(
            """
            {"type":"object","properties":{"name":{"type":"string"},"count":{"type":"integer"},\
            "price":{"type":"number"},"enabled":{"type":"boolean"},\
            "tags":{"type":"array","items":{"type":"string"}},"metadata":{"type":"object"},\
            "status":{"type":"string","enum":["PENDING","DONE"]}},\
            "required":["name","count","price","enabled","tags","metadata","status"]}\
            """);
  }

  @Test
  void aToolWithoutArgumentsTakesAnObject() {
    assertThat(schema("nothing")).isEqualTo("{\"type\":\"object\",\"properties\":{}}");
  }

  @Test
  @Claim({"S4-45", "C23"})
  @DisplayName("S4-45, C23: an optional argument has its plain type, and is not required")
  void optional() {
    assertThat(property("maps", "n")).isEqualTo("{\"type\":\"integer\"}");
    assertThat(property("searchCode", "exclude_patterns")).doesNotContain("null");
  }

  @Test
  void timesHaveTheirFormatsAndThoseWithoutAnOffsetAPattern() {
    assertThat(schema("times"))
        .contains(
            "\"day\":{\"type\":\"string\",\"format\":\"date\"}",
            "\"instant\":{\"type\":\"string\",\"format\":\"date-time\"}",
            "\"length\":{\"type\":\"string\",\"format\":\"duration\"}",
            "\"time\":{\"type\":\"string\",\"pattern\":\"^[0-9]{2}:",
            "\"both\":{\"type\":\"string\",\"pattern\":\"^[0-9]{4}-");
  }

  @Test
  void otherValuesAreStringsAndTreesAreOpen() {
    assertThat(schema("others"))
        .contains(
            "{\"uri\":{\"type\":\"string\",\"format\":\"uri\"},\"path\":{\"type\":\"string\"},"
                + "\"id\":{\"type\":\"string\",\"format\":\"uuid\"},"
                + "\"data\":{\"type\":\"string\",\"contentEncoding\":\"base64\"},"
                + "\"one\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1},"
                + "\"any\":{},\"object\":{\"type\":\"object\"}}");
  }

  @Test
  void recordsAreNestedWithoutReferences() {
    var point =
        """
        {"type":"object","properties":{"x":{"type":"integer"},\
        "y":{"type":"integer","description":"from the top","default":7}},"required":["x"]}\
        """;
    assertThat(property("records", "line"))
        .isEqualTo(
            """
            {"type":"object","properties":{"from":%s,"to":%s,"label":{"type":"string"},\
            "states":{"type":"array","items":{"type":"string","enum":["PENDING","DONE"]},\
            "uniqueItems":true}},"required":["from","to"]}\
            """
                .formatted(point, point));
    assertThat(property("records", "page"))
        .isEqualTo(
            """
            {"type":"object","properties":{"first":%s,"rest":{"type":"array","items":%s}},\
            "required":["first","rest"],"description":"more"}\
            """
                .formatted(point, point));
  }

  @Test
  void mapsSayWhatTheirValuesAre() {
    assertThat(property("maps", "counts"))
        .isEqualTo("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
    assertThat(property("maps", "by_status"))
        .startsWith(
            "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"items\":"
                + "{\"type\":\"object\"");
  }

  @Test
  @Claim("B5")
  void onlyWhatRefersToItselfIsADefinition() {
    assertThat(schema("recursive"))
        .isEqualTo(
            """
            {"type":"object","properties":{"tree":{"$ref":"#/$defs/Tree"}},"required":["tree"],\
            "$defs":{"Tree":{"type":"object","properties":{"name":{"type":"string"},\
            "children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},\
            "required":["name","children"]}}}\
            """);
  }

  @Test
  void aSealedTypeIsOneOfItsRecordsAndSaysWhich() {
    var shape =
        """
        "oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"circle"},\
        "radius":{"type":"number"}},"required":["type","radius"]},\
        {"type":"object","properties":{"type":{"type":"string","const":"box"},\
        "width":{"type":"number"},"height":{"type":"number"}},\
        "required":["type","width","height"]}]\
        """;
    assertThat(property("shapes", "shape"))
        .isEqualTo("{" + shape + ",\"description\":\"what to draw\"}");
    assertThat(property("shapes", "more"))
        .isEqualTo("{\"type\":\"array\",\"items\":{" + shape + "}}");
  }

  @Test
  void whatIsCheckedSaysMoreThanWhatIsListed() {
    var checked = Specs.schema(Methods.class, "searchCode").checked();
    assertThat(checked.at("/additionalProperties").asBoolean(true)).isFalse();
    assertThat(checked.at("/properties/max_results/maximum").asInt()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  @Claim("S4-42")
  @DisplayName("S4-42: each schema is one of JSON Schema 2020-12, and the same bytes each time")
  void everySchemaIsOne() {
    var meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    for (var method : Methods.class.getDeclaredMethods()) {
      var schema = Specs.schema(Methods.class, method.getName());
      assertThat(meta.validate(Specs.text(schema), InputFormat.JSON)).isEmpty();
      assertThat(schema.bytes()).isSameAs(schema.bytes());
      assertThat(Specs.text(Specs.schema(Methods.class, method.getName())))
          .isEqualTo(Specs.text(schema));
      assertThat(schema.tree()).isEqualTo(JsonMapper.shared().readTree(schema.bytes()));
    }
  }
}
