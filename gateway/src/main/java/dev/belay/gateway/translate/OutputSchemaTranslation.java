package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates schemas of structured content: the modern era allows any schema, the legacy one only
 * schemas of objects, in which others are wrapped (MCP 2026-07-28 §tools).
 */
public final class OutputSchemaTranslation {
  /** The member that holds a wrapped value. */
  static final String WRAPPER = "result";

  private static final String KEY = "outputSchema";
  private static final String DIALECT = "$schema";

  private OutputSchemaTranslation() {}

  /** {@return the names of the tools whose schema a legacy client sees wrapped} */
  public static Set<String> wrapped(byte[] toolsListResult) {
    var names = new HashSet<String>();
    var result = JsonObject.of(toolsListResult);
    var listed = result == null ? null : result.raw("tools");
    var tools = listed == null ? null : JsonArray.items(listed);
    if (tools != null) {
      for (var tool : tools) {
        var object = JsonObject.of(tool);
        var name = object == null ? null : object.text("name");
        if (object != null && name != null && needsWrapping(object)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Wraps the schemas of a {@code tools/list} that a legacy client would not accept. */
  static void wrapAll(JsonObject result) {
    ListedTools.replace(result, OutputSchemaTranslation::wrappedTool);
  }

  /** {@return a tool of either era in the form that both eras accept} */
  public static byte[] inEveryEra(byte[] tool) {
    var wrapped = wrappedTool(tool);
    return wrapped == null ? tool : wrapped;
  }

  private static byte @Nullable [] wrappedTool(byte[] tool) {
    var object = JsonObject.of(tool);
    var schema = object == null || !needsWrapping(object) ? null : object.raw(KEY);
    return object == null || schema == null ? null : object.set(KEY, wrap(schema)).json();
  }

  /** A null schema counts as absent. */
  private static boolean needsWrapping(JsonObject tool) {
    var schema = tool.raw(KEY);
    if (schema == null || schema[0] == 'n') {
      return false;
    }
    var object = tool.object(KEY);
    return object == null || !"object".equals(object.text("type"));
  }

  /** Returns the schema of an object whose {@code result} conforms to {@code schema}. */
  static byte[] wrap(byte[] schema) {
    var inner = JsonObject.of(schema);
    var outer = JsonObject.empty();
    byte @Nullable [] dialect = inner == null ? null : inner.raw(DIALECT);
    if (dialect != null) {
      // The dialect belongs at the root of a document, and the root is now another.
      outer.set(DIALECT, dialect);
    }
    outer.setText("type", "object");
    outer
        .open("properties")
        .set(WRAPPER, inner == null ? schema : moved(inner, "#/properties/" + WRAPPER));
    outer.set("required", RawJson.of("[\"" + WRAPPER + "\"]"));
    return outer.json();
  }

  /**
   * {@return a tool whose structured content may also be something else; null for a tool without a
   * schema, which is the same tool}
   *
   * @param other the schema of that, an object without references
   */
  public static byte @Nullable [] widened(JsonObject tool, RawJson other) {
    var schema = tool.object(KEY);
    if (schema == null) {
      return null;
    }
    var outer = JsonObject.empty();
    byte @Nullable [] dialect = schema.raw(DIALECT);
    if (dialect != null) {
      outer.set(DIALECT, dialect);
    }
    if ("object".equals(schema.text("type"))) {
      outer.setText("type", "object");
    }
    var own = moved(schema, "#/anyOf/0");
    outer.set("anyOf", JsonArray.of(List.of(own, other.bytes())));
    return tool.set(KEY, outer.json()).json();
  }

  private static byte[] moved(JsonObject schema, String to) {
    if (SchemaRefs.isDocument(schema)) {
      return schema.json();
    }
    schema.remove(DIALECT);
    return SchemaRefs.moved(schema.json(), to);
  }
}
