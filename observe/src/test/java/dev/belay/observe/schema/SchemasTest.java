package dev.belay.observe.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The published schemas are right, say what they are for, and do not change unseen")
final class SchemasTest {
  private static final Path FILES = Path.of("src/main/resources/dev/belay/observe/schema");
  private static final Path PINS = Path.of("src/test/resources/dev/belay/observe/schema/pins");
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
  private static final Pattern REFERENCE = Pattern.compile("\"\\$ref\": \"([^\"#]+)");

  @Test
  @DisplayName("Each file is published, and each published schema is a file")
  void files() throws IOException {
    try (var files = Files.list(FILES)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(Schemas.NAMES);
    }
  }

  @Test
  @DisplayName("Pinned: whoever means to change what clients rely on changes the pin as well")
  void pinned() throws IOException {
    var now =
        Schemas.NAMES.stream()
            .sorted()
            .map(name -> digest(Schemas.bytes(name)) + "  " + name)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(now).as("what " + PINS + " is to be").isEqualTo(Files.readString(PINS));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("Each is a JSON Schema of 2020-12 with a title and a description")
  void schemas() {
    var meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of(DIALECT));
    for (var name : Schemas.NAMES) {
      var text = Schemas.text(name);
      assertThat(meta.validate(text, InputFormat.JSON)).as(name).isEmpty();
      var json = Json.parse(text);
      assertThat(json.at("$schema").text()).as(name).isEqualTo(DIALECT);
      assertThat(json.at("title").text()).as(name).isNotEmpty();
      assertThat(json.at("description").text()).as(name).isNotEmpty();
      assertThat(new String(Schemas.bytes(name), UTF_8)).as(name).endsWith("\n}\n");
    }
  }

  @Test
  @DisplayName("References name schemas that are published")
  void references() {
    for (var name : Schemas.NAMES) {
      assertThat(REFERENCE.matcher(Schemas.text(name)).results().map(found -> found.group(1)))
          .as(name)
          .allSatisfy(target -> assertThat(Schemas.NAMES).contains(target));
    }
  }

  @Test
  @DisplayName("What is sent has no fields but those that are written down")
  void closed() {
    for (var name : Schemas.NAMES) {
      if (List.of("turn-details", "past-call", "forbidden", "schema-index", "cancel-request")
          .contains(name)) {
        // Two parts of others, a choice of others, a map, and one that accepts anything.
        continue;
      }
      var json = Json.parse(Schemas.text(name));
      assertThat(json.at("additionalProperties").raw() + json.at("unevaluatedProperties").raw())
          .as(name)
          .isEqualTo("false");
    }
  }
}
