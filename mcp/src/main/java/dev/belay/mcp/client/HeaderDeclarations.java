package dev.belay.mcp.client;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the arguments that an input schema wants repeated in headers (MCP 2026-07-28
 * §x-mcp-header).
 *
 * <p>A declaration must annotate a string, an integer or a boolean reached through a chain of
 * {@code properties}, with a unique name that is an HTTP token.
 */
public final class HeaderDeclarations {
  private static final String KEYWORD = "x-mcp-header";
  private static final Set<String> PRIMITIVE = Set.of("string", "integer", "boolean");
  private static final Set<String> DATA = Set.of("const", "default", "enum", "examples");
  private static final Set<String> NAMED_SCHEMAS =
      Set.of("$defs", "definitions", "dependentSchemas", "patternProperties");
  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
  private static final int DEEPEST = 64;

  /**
   * Thrown for a declaration that no client may follow; the message gives the reason, for people.
   */
  public static final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String why) {
      // No stack trace: a peer decides how often this is thrown.
      super(why, null, false, false);
    }
  }

  private final byte[] json;
  private final List<ParamHeader> found = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private HeaderDeclarations(byte[] json) {
    this.json = json;
  }

  /**
   * Returns what an input schema declares.
   *
   * @param schema one JSON value
   * @throws Invalid if a declaration breaks the rules: the tool must not be used then
   * @throws NotJson if it is not JSON
   */
  public static List<ParamHeader> of(byte[] schema) throws Invalid, NotJson {
    return of(schema, Slices.value(schema));
  }

  /**
   * Returns what the schema at {@code schema} declares.
   *
   * @throws Invalid if a declaration breaks the rules: the tool must not be used then
   */
  static List<ParamHeader> of(byte[] json, Span schema) throws Invalid {
    var declarations = new HeaderDeclarations(json);
    if (schema.isObject(json)) {
      declarations.schema(schema, List.of(), true, 0);
    }
    return List.copyOf(declarations.found);
  }

  private void schema(Span schema, List<String> path, boolean reachable, int depth) throws Invalid {
    if (!schema.isObject(json) || depth > DEEPEST) {
      return;
    }
    var members = Slices.members(json, schema);
    Span name = members.get(KEYWORD);
    if (name != null) {
      declare(name, members.get("type"), reachable ? path : List.of());
    }
    for (Map.Entry<String, Span> member : members.entrySet()) {
      String key = member.getKey();
      if (key.equals("properties") && member.getValue().isObject(json)) {
        for (var property : Slices.members(json, member.getValue()).entrySet()) {
          var longer = new ArrayList<>(path);
          longer.add(property.getKey());
          schema(property.getValue(), longer, reachable, depth + 1);
        }
      } else if (NAMED_SCHEMAS.contains(key) && member.getValue().isObject(json)) {
        for (Span one : Slices.members(json, member.getValue()).values()) {
          schema(one, path, false, depth + 1);
        }
      } else if (!DATA.contains(key)) {
        elsewhere(member.getValue(), path, depth);
      }
    }
  }

  /**
   * Looks into a keyword that holds one or several schemas, none of which certainly describes an
   * argument.
   */
  private void elsewhere(Span value, List<String> path, int depth) throws Invalid {
    if (value.isArray(json)) {
      for (Span one : Slices.items(json, value)) {
        schema(one, path, false, depth + 1);
      }
    } else {
      schema(value, path, false, depth + 1);
    }
  }

  private void declare(Span name, @Nullable Span type, List<String> path) throws Invalid {
    if (!name.isString(json)) {
      throw new Invalid(KEYWORD + " is no string");
    }
    String text = JsonString.decode(json, name);
    if (!text.matches(TOKEN)) {
      throw new Invalid(KEYWORD + " is no name that a header can have");
    }
    if (path.isEmpty()) {
      throw new Invalid(KEYWORD + " \"" + text + "\" stands where no single argument is");
    }
    if (type == null
        || !type.isString(json)
        || !PRIMITIVE.contains(JsonString.decode(json, type))) {
      throw new Invalid(KEYWORD + " \"" + text + "\" is said of what is not primitive");
    }
    if (!names.add(text.toLowerCase(Locale.ROOT))) {
      throw new Invalid(KEYWORD + " \"" + text + "\" comes twice");
    }
    found.add(new ParamHeader(text, path));
  }
}
