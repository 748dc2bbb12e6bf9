package dev.belay.http.info;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Validates server info against the published schema file (S4-2, S4-3).
 *
 * <p>Implements only the keywords that the file uses.
 */
public final class ServerInfoSchema {
  /** The resource path of the schema. */
  public static final String PATH = "/dev/belay/http/info/server_info.v1.schema.json";

  private ServerInfoSchema() {}

  /** {@return the violations of the schema; empty if there are none} */
  public static List<String> validate(byte[] json) {
    Span value;
    try {
      value = Slices.value(json);
    } catch (NotJson e) {
      return List.of("not JSON");
    }
    if (!value.isObject(json)) {
      return List.of("not an object");
    }
    var schema = read();
    var faults = new ArrayList<String>();
    var members = Slices.members(json, value);
    for (var required : Slices.items(schema, part(schema, whole(schema), "required"))) {
      var key = JsonString.decode(schema, required);
      if (!members.containsKey(key)) {
        faults.add(key + " is missing");
      }
    }
    var properties = Slices.members(schema, part(schema, whole(schema), "properties"));
    members.forEach((key, span) -> check(key, json, span, schema, properties, faults));
    return faults;
  }

  private static void check(
      String key,
      byte[] json,
      Span value,
      byte[] schema,
      Map<String, Span> properties,
      List<String> faults) {
    var property = properties.get(key);
    if (property == null) {
      faults.add(key + " is unknown");
    } else if (!value.isString(json)) {
      faults.add(key + " is no string");
    } else {
      var text = JsonString.decode(json, value);
      if (Slices.find(schema, property, "minLength") != null && text.isEmpty()) {
        faults.add(key + " is empty");
      }
      var pattern = Slices.find(schema, property, "pattern");
      if (pattern != null
          && !Pattern.compile(JsonString.decode(schema, pattern)).matcher(text).find()) {
        faults.add(key + " is not of the form " + JsonString.decode(schema, pattern));
      }
    }
  }

  private static Span part(byte[] schema, Span of, String key) {
    var span = Slices.find(schema, of, key);
    if (span == null) {
      throw new IllegalStateException("the schema has no " + key);
    }
    return span;
  }

  private static Span whole(byte[] schema) {
    try {
      return Slices.value(schema);
    } catch (NotJson e) {
      throw new IllegalStateException("the schema is not JSON", e);
    }
  }

  private static byte[] read() {
    try (var in = ServerInfoSchema.class.getResourceAsStream(PATH)) {
      if (in == null) {
        throw new IllegalStateException("the schema is missing: " + PATH);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
