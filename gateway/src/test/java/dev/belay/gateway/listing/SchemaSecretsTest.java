package dev.belay.gateway.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A secret mark in a schema holds however the schema is put together")
class SchemaSecretsTest {
  private static final String SECRET = "{\"type\":\"string\",\"x-secret\":true}";

  private static @Nullable Set<String> secrets(String schema) {
    var json = schema.getBytes(UTF_8);
    return SchemaSecrets.of(json);
  }

  @ParameterizedTest
  @DisplayName("At an alternative, an item or a part of a property: the property is secret")
  @ValueSource(
      strings = {
        "\"anyOf\":[{\"type\":\"null\"},SECRET]",
        "\"oneOf\":[SECRET]",
        "\"allOf\":[{\"anyOf\":[SECRET]}]",
        "\"if\":{},\"then\":SECRET",
        "\"type\":\"array\",\"items\":SECRET",
        "\"prefixItems\":[{},SECRET]",
        "\"type\":\"object\",\"additionalProperties\":SECRET",
        "\"patternProperties\":{\"^x-\":SECRET}",
        "\"dependentSchemas\":{\"other\":SECRET}",
        "\"$ref\":\"#/$defs/a~1b\"",
        "\"$ref\":\"#/$defs/list/0\"",
        "\"items\":{\"$ref\":\"#/$defs/a~1b\"}",
      })
  void aMarkInAPartMakesThePropertySecret(String property) {
    var schema =
        "{\"properties\":{\"pin\":{PROPERTY},\"plain\":{}},\"$defs\":{DEFS}}"
            .replace("PROPERTY", property)
            .replace(
                "DEFS",
                property.contains("list")
                    ? "\"list\":[SECRET]"
                    : property.contains("a~1b") ? "\"a/b\":SECRET" : "")
            .replace("SECRET", SECRET);
    assertThat(secrets(schema)).containsExactly("pin");
  }

  @Test
  @DisplayName("Properties are found in every part of a schema, also where it refers to itself")
  void marksAreFoundInEveryPartOfASchema() {
    var schema =
        """
        {"oneOf":[
            {"properties":{"a":SECRET}},
            {"$ref":"#/definitions/Node"}],
         "properties":{"deep":{"items":{"properties":{"b":SECRET}}}},
         "additionalProperties":{"properties":{"c":SECRET}},
         "definitions":{"Node":{"properties":{
            "next":{"$ref":"#/definitions/Node"},"root":{"$ref":"#"},"d":SECRET}}}}\
        """
            .replace("SECRET", SECRET);
    assertThat(secrets(schema)).containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  @ParameterizedTest
  @DisplayName("A mark without a name, or one that cannot be followed: the secrets are unknown")
  @ValueSource(
      strings = {
        SECRET,
        "{\"additionalProperties\":" + SECRET + "}",
        "{\"patternProperties\":{\"key$\":" + SECRET + "}}",
        "{\"properties\":{\"a\":{\"$ref\":\"https://example.com/secret.json\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#named\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#/$defs/gone\"}}}",
        "{\"properties\":{\"a\":{\"$id\":\"other\",\"$ref\":\"#\"}}}",
        "{\"properties\":{\"a\":{\"futureKeyword\":" + SECRET + "}}}",
        "{\"$defs\":{\"unused\":" + SECRET + "}}",
      })
  void secretsAreUnknownIfAMarkHasNoNameOrCannotBeFollowed(String schema) {
    assertThat(secrets(schema)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "true",
        "{\"$id\":\"own\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}},\"$defs\":{\"A\":{}}}",
        "{\"properties\":{\"a\":{\"x-secret\":false}}}",
      })
  void aSchemaWithoutMarksHasNoSecrets(String schema) {
    assertThat(secrets(schema)).isEmpty();
  }

  @Test
  @DisplayName("A schema with endless paths is given up, not followed")
  void aSchemaWithEndlessPathsIsGivenUp() {
    var schema = new StringBuilder("{\"properties\":{");
    for (int i = 0; i < 300; i++) {
      schema.append("\"p").append(i).append("\":{\"items\":{\"$ref\":\"#/properties/p");
      schema.append((i + 1) % 300).append("\"}},");
    }
    assertThat(secrets(schema.append("\"last\":" + SECRET + "}}").toString())).isNull();
  }
}
