package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A legacy client sees the schema of an object for any schema of the tool")
final class OutputSchemaTranslationTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'array','items':{'type':'integer','minimum':1.0}}",
        "{'type':['object','null']}",
        "{'anyOf':[{'type':'object'}]}",
        "{}",
        "true",
      })
  void schemasOfNonObjectsAreWrapped(String schema) {
    assertThat(wrapped(schema))
        .isEqualTo(
            "{'type':'object','properties':{'result':" + schema + "},'required':['result']}");
  }

  @Test
  void schemasOfObjectsAndAbsentOnesStay() {
    var list =
        "{'tools':[ {'name':'a','outputSchema':{'type':'object','x':{'$ref':'#'}}},{'name':'b'},"
            + "{'name':'c','outputSchema':null}, 5 ]}";

    assertThat(text(ResultToLegacy.result("tools/list", json(list), false))).isEqualTo(list);
    assertThat(OutputSchemaTranslation.wrapped(json(list))).isEmpty();
  }

  @Test
  void wrappedToolsAreListed() {
    var list =
        json(
            "{'tools':[{'name':'a','inputSchema':{'type':'object','properties':{'r':"
                + "{'type':'string','x-mcp-header':'R'}}},'outputSchema':{'type':'array'},'x':0.10},"
                + "{'name':'b','outputSchema':{'type':'object'}},{'outputSchema':true},"
                + "{'name':'c','outputSchema':false}]}");

    assertThat(OutputSchemaTranslation.wrapped(list)).containsExactlyInAnyOrder("a", "c");
    assertThat(text(ResultToLegacy.result("tools/list", list, false)))
        .startsWith(
            "{'tools':[{'name':'a','inputSchema':{'type':'object','properties':{'r':"
                + "{'type':'string','x-mcp-header':'R'}}},'outputSchema':{'type':'object',"
                + "'properties':{'result':{'type':'array'}},'required':['result']},'x':0.10},"
                + "{'name':'b','outputSchema':{'type':'object'}},")
        .endsWith("'properties':{'result':false},'required':['result']}}]}");
    assertThat(OutputSchemaTranslation.wrapped(json("{'tools':1}"))).isEmpty();
    assertThat(OutputSchemaTranslation.wrapped(json("[]"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'$ref':'#'} | {'$ref':'#/properties/result'}",
        "{'$ref':'#/$defs/a%20b','$defs':{'a b':{'$ref':'#/$defs/c/items'}}} |"
            + " {'$ref':'#/properties/result/$defs/a%20b',"
            + "'$defs':{'a b':{'$ref':'#/properties/result/$defs/c/items'}}}",
        "{'anyOf':[{'$dynamicRef':'#/$defs/a'},true,{'items':[{'$ref':'#'}]}]} |"
            + " {'anyOf':[{'$dynamicRef':'#/properties/result/$defs/a'},true,"
            + "{'items':[{'$ref':'#/properties/result'}]}]}",
        // Anchors and other documents are found from anywhere.
        "{'items':{'$ref':'#anchor'},'not':{'$ref':'https://example.com/s#/a'}} |"
            + " {'items':{'$ref':'#anchor'},'not':{'$ref':'https://example.com/s#/a'}}",
        // Data that looks like a reference.
        "{'const':{'$ref':'#'},'enum':[{'$ref':'#'}],'default':{'$ref':'#'},"
            + "'examples':[{'$ref':'#'}]} |"
            + " {'const':{'$ref':'#'},'enum':[{'$ref':'#'}],'default':{'$ref':'#'},"
            + "'examples':[{'$ref':'#'}]}",
        // Properties that are named like keywords.
        "{'anyOf':[{'properties':{'$ref':{'$ref':'#'},'const':{'$ref':'#'},"
            + "'properties':{'$ref':'#'}}}]} |"
            + " {'anyOf':[{'properties':{'$ref':{'$ref':'#/properties/result'},"
            + "'const':{'$ref':'#/properties/result'},"
            + "'properties':{'$ref':'#/properties/result'}}}]}",
        // A keyword that nobody knows may hold a schema that is referred to.
        "{'x':{'y':{'$ref':'#/x'}},'dependencies':{'a':['b'],'c':{'$ref':'#'}}} |"
            + " {'x':{'y':{'$ref':'#/properties/result/x'}},"
            + "'dependencies':{'a':['b'],'c':{'$ref':'#/properties/result'}}}",
        // An inner document's references start from itself.
        "{'items':{'$id':'https://example.com/i','$ref':'#/a'},'not':{'$id':'#f','$ref':'#'}} |"
            + " {'items':{'$id':'https://example.com/i','$ref':'#/a'},"
            + "'not':{'$id':'#f','$ref':'#/properties/result'}}",
      })
  @DisplayName("Each $ref points at the same schema as before, and $defs stay reachable")
  void referencesAreMoved(String before, String after) {
    assertThat(wrapped(before))
        .isEqualTo("{'type':'object','properties':{'result':" + after + "},'required':['result']}");
  }

  @Test
  void theDialectMovesToTheNewRoot() {
    assertThat(wrapped("{'$schema':'http://json-schema.org/draft-07/schema#','type':'array'}"))
        .isEqualTo(
            "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object',"
                + "'properties':{'result':{'type':'array'}},'required':['result']}");
  }

  @Test
  void aSchemaWithItsOwnIdStaysUnchanged() {
    var schema =
        "{'$schema':'https://json-schema.org/draft/2020-12/schema','$id':'https://example.com/s',"
            + "'type':'array','items':{'$ref':'#/$defs/a'},'$defs':{'a':{}}}";

    assertThat(wrapped(schema))
        .isEqualTo(
            "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object',"
                + "'properties':{'result':"
                + schema
                + "},'required':['result']}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'object','properties':{'a':{'$ref':'#/$defs/d'}},'$defs':{'d':{}}} |"
            + " {'type':'object','anyOf':[{'type':'object','properties':"
            + "{'a':{'$ref':'#/anyOf/0/$defs/d'}},'$defs':{'d':{}}},{'x':1}]}",
        "{'$schema':'s','type':'array','items':{'$ref':'#'}} |"
            + " {'$schema':'s','anyOf':[{'type':'array','items':{'$ref':'#/anyOf/0'}},{'x':1}]}",
      })
  @DisplayName("A schema with room for something else has the own one as its first part")
  void widened(String before, String after) {
    var tool = JsonObject.of(json("{'name':'t','outputSchema':" + before + "}"));
    var widened =
        OutputSchemaTranslation.widened(Objects.requireNonNull(tool), RawJson.of(json("{'x':1}")));
    assertThat(text(Objects.requireNonNull(widened)))
        .isEqualTo("{'name':'t','outputSchema':" + after + "}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'t'}", "{'name':'t','outputSchema':null}"})
  void aToolWithoutASchemaIsNotWidened(String tool) {
    var object = Objects.requireNonNull(JsonObject.of(json(tool)));
    assertThat(OutputSchemaTranslation.widened(object, RawJson.of("{}"))).isNull();
  }

  @Test
  @DisplayName("Every moved pointer resolves to what it named, read by another JSON reader")
  void movedPointersResolve() {
    var schema =
        "{'type':'array','items':{'$ref':'#/$defs/node'},'$defs':{'node':{'title':'it',"
            + "'properties':{'next':{'$ref':'#/$defs/node'}}}}}";
    var whole =
        Json.parse(new String(OutputSchemaTranslation.wrap(json(schema)), StandardCharsets.UTF_8));
    var pointer = whole.at("properties", "result", "items", "$ref").text();

    assertThat(whole.at(Arrays.stream(pointer.split("/")).skip(1).toArray(String[]::new)))
        .isEqualTo(whole.at("properties", "result", "$defs", "node"));
    assertThat(whole.at("properties", "result", "$defs", "node", "title").text()).isEqualTo("it");
  }

  private static String wrapped(String schema) {
    return text(OutputSchemaTranslation.wrap(json(schema)));
  }
}
