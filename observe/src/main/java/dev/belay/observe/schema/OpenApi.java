package dev.belay.observe.schema;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.JsonText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds the OpenAPI 3.1 document from the operations and the published schemas.
 *
 * <p>OpenAPI 3.1 cannot describe streams of events: the schema of a {@code text/event-stream} body
 * is that of one event.
 */
final class OpenApi {
  private static final Pattern REFERENCE =
      Pattern.compile("\"\\$ref\": \"([^\"#]*)(#/)?([^\"]*)\"");
  private static final Pattern DIALECT = Pattern.compile("\\s*\"\\$schema\": \"[^\"]*\",");

  private OpenApi() {}

  /**
   * {@return the document}
   *
   * @param version of Belay
   * @param operations that are served
   */
  static String document(String version, Collection<Operation> operations) {
    return new JsonText()
        .text("openapi", "3.1.0")
        .text("jsonSchemaDialect", "https://json-schema.org/draft/2020-12/schema")
        .object(
            "info",
            new JsonText()
                .text("title", "Belay")
                .text("version", version)
                .text("description", "What belay serve answers besides MCP itself."))
        .raw("servers", "[" + new JsonText().text("url", "/") + "]")
        .object("paths", paths(operations))
        .object("components", components())
        .toString();
  }

  private static JsonText paths(Collection<Operation> operations) {
    var paths = new LinkedHashMap<String, JsonText>();
    for (var operation : operations) {
      paths
          .computeIfAbsent(operation.path(), _ -> new JsonText())
          .object(operation.method().toLowerCase(Locale.ROOT), operation(operation));
    }
    var json = new JsonText();
    paths.forEach(json::object);
    return json;
  }

  private static JsonText operation(Operation operation) {
    var json =
        new JsonText()
            .text("operationId", operation.id())
            .text("summary", operation.summary())
            .raw("security", security(operation.entry()))
            .objects(
                "parameters", operation.parameters().stream().map(OpenApi::parameter).toList());
    var request = operation.request();
    if (request != null) {
      json.object(
          "requestBody",
          new JsonText()
              .flag("required", !operation.mayBeEmpty())
              .object(
                  "content",
                  content(List.of(new DocumentedReply.Body(DocumentedReply.Body.JSON, request)))));
    }
    return json.object("responses", responses(operation));
  }

  private static String security(Entry entry) {
    var bearer = "{\"bearer\":[]}";
    return switch (entry) {
      case OPEN -> "[]";
      case TOKEN -> "[" + bearer + "]";
      case TOKEN_WHERE_RULED -> "[{}," + bearer + "]";
    };
  }

  private static JsonText parameter(Parameter parameter) {
    return new JsonText()
        .text("name", parameter.name())
        .text("in", parameter.place())
        .text("description", parameter.meaning())
        .flag("required", parameter.isRequired())
        .raw("schema", "{\"type\":\"string\"}");
  }

  private static JsonText responses(Operation operation) {
    var json = new JsonText();
    for (var reply : operation.replies()) {
      json.object("" + reply.status(), response(reply.meaning(), reply.bodies()));
    }
    for (var common : Refused.values()) {
      if (common.concerns(operation.entry())) {
        json.raw(common.key(), "{\"$ref\":\"#/components/responses/" + common.title() + "\"}");
      }
    }
    return json;
  }

  private static JsonText response(String meaning, List<DocumentedReply.Body> bodies) {
    return new JsonText().text("description", meaning).object("content", content(bodies));
  }

  private static JsonText content(List<DocumentedReply.Body> bodies) {
    var json = new JsonText();
    for (var body : bodies) {
      json.object(body.mediaType(), new JsonText().raw("schema", schema(body)));
    }
    return json;
  }

  private static String schema(DocumentedReply.Body body) {
    if (!body.schema().isEmpty()) {
      return "{\"$ref\":" + JsonString.quote("#/components/schemas/" + body.schema()) + "}";
    }
    return body.mediaType().startsWith("text/") ? "{\"type\":\"string\"}" : "{\"type\":\"object\"}";
  }

  private static JsonText components() {
    var schemas = new JsonText();
    Schemas.NAMES.forEach(name -> schemas.raw(name, component(name)));
    var responses = new JsonText();
    for (var common : Refused.values()) {
      responses.object(common.title(), response(common.meaning(), List.of(common.body())));
    }
    return new JsonText()
        .object("schemas", schemas)
        .object("responses", responses)
        .object(
            "securitySchemes",
            new JsonText()
                .object(
                    "bearer",
                    new JsonText()
                        .text("type", "http")
                        .text("scheme", "bearer")
                        .text("description", "The token that Belay makes at its first start.")));
  }

  /** {@return the schema, with references adapted to the document} */
  private static String component(String name) {
    var plain = DIALECT.matcher(Schemas.text(name)).replaceFirst("");
    return REFERENCE
        .matcher(plain)
        .replaceAll(found -> {
          var target = found.group(1).isEmpty() ? name : found.group(1);
          var inner = found.group(3).isEmpty() ? "" : "/" + found.group(3);
          return Matcher.quoteReplacement(
              "\"$ref\": \"#/components/schemas/" + target + inner + "\"");
        });
  }
}
