package dev.belay.cli.serve;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The OpenAPI document of a running gateway, with its requests and answers. */
final class Published {
  static final String PATH = "/api/openapi.json";
  private static final String AT = "http://127.0.0.1" + PATH;

  private final Json document;
  private final SchemaRegistry registry;

  private Published(String text) {
    document = Json.parse(text);
    registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(AT, text)));
  }

  static Published by(ScriptedHttpClient client) throws InterruptedException {
    var answer = client.send(client.bare("GET").to(PATH));
    if (answer.status() != 200) {
      throw new AssertionError("no document: " + answer);
    }
    return new Published(answer.body());
  }

  /** {@return method and path of each operation, as routes are listed} */
  List<String> operations() {
    var all = new TreeSet<String>();
    members(document.at("paths"))
        .forEach((path, item) ->
            members(item)
                .keySet()
                .forEach(method -> all.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    return List.copyOf(all);
  }

  private static Map<String, Json> members(Json json) {
    return json instanceof Json.Members object ? object.values() : Map.of();
  }

  /** {@return the operation of such a request; absent if there is none} */
  Json operation(String method, String target) {
    var path = target.split("\\?", 2)[0];
    var paths = members(document.at("paths"));
    var found = paths.getOrDefault(path, Json.Atom.ABSENT);
    if (!found.present()) {
      found =
          paths.entrySet().stream()
              .filter(item -> path.matches(item.getKey().replaceAll("\\{[^}]*}", "[^/]+")))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(Json.Atom.ABSENT);
    }
    return found.at(method.toLowerCase(Locale.ROOT));
  }

  /** {@return the schema of the operation's request bodies} */
  Json request(Json operation) {
    return operation.at("requestBody", "content", "application/json", "schema");
  }

  /** {@return the schema of its answers' bodies; absent if it describes none} */
  Json response(Json operation, int status, String mediaType) {
    var said = operation.at("responses", Integer.toString(status));
    var response = resolved(said.present() ? said : operation.at("responses", "default"));
    return response.at("content", mediaType.split(";", 2)[0], "schema");
  }

  private Json resolved(Json part) {
    var target = part.at("$ref").text();
    return target.isEmpty() ? part : document.at(target.substring(2).split("/", -1));
  }

  /** {@return the violations of a schema of the document} */
  List<String> faults(Json schema, String json) {
    var target = schema.at("$ref").text();
    var judge =
        target.isEmpty()
            ? registry.getSchema(schema.raw(), InputFormat.JSON)
            : registry.getSchema(SchemaLocation.of(AT + target));
    return judge.validate(json, InputFormat.JSON).stream().map(Error::toString).toList();
  }
}
