package dev.belay.tools.lint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds valid JSON Schema that clients in use reject or ignore. */
final class SchemaLint {
  private static final List<String> COMBINED = List.of("oneOf", "anyOf", "allOf");

  /** Keywords that hold one schema each. */
  private static final List<String> INNER =
      List.of("items", "additionalProperties", "not", "if", "then", "else", "propertyNames");

  /** Keywords that hold schemas by name. */
  private static final List<String> NAMED =
      List.of("properties", "$defs", "definitions", "patternProperties", "dependentSchemas");

  private static final Pattern PROPERTY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  /** Deeper schemas are refused in strict mode. */
  private static final int DEEPEST = 5;

  /** Schemas within more than so many others are not looked at, whatever nests them. */
  private static final int MOST_LEVELS = 64;

  private final Set<Finding> findings = new LinkedHashSet<>();
  private int level;

  private SchemaLint() {}

  static List<Finding> of(Definition schema) {
    var lint = new SchemaLint();
    lint.root(schema);
    lint.inspect(schema, "", 0);
    return new ArrayList<>(lint.findings);
  }

  private void root(Definition schema) {
    for (var keyword : COMBINED) {
      if (schema.has(keyword)) {
        add(
            "inputSchema has " + keyword + " at its root",
            "Put it into a property, or say it in descriptions and check it in the tool: clients"
                + " drop the tool, or fail with all tools.",
            "makenotion/notion-mcp-server#340, anthropics/claude-code#95504");
      }
    }
  }

  private void inspect(Definition schema, String path, int depth) {
    if (schema.isObject() && level < MOST_LEVELS) {
      level++;
      inspectObject(schema, path, depth);
      level--;
    }
  }

  private void inspectObject(Definition schema, String path, int depth) {
    var where = path.isEmpty() ? "inputSchema" : "'" + path + "'";
    reference(schema, where);
    type(schema, where);
    nullable(schema, where);
    if (depth > DEEPEST) {
      add(
          where + " is nested more than " + DEEPEST + " deep",
          "Flatten it: models fill deep structures badly.",
          "the structured outputs of OpenAI");
    }
    for (var keyword : NAMED) {
      var named = schema.get(keyword);
      if (named != null) {
        for (var one : named.members()) {
          if (keyword.equals("properties")) {
            property(one.getKey());
          }
          boolean nests = keyword.equals("properties");
          inspect(one.getValue(), join(path, one.getKey()), nests ? depth + 1 : depth);
        }
      }
    }
    for (var keyword : INNER) {
      var inner = schema.get(keyword);
      if (inner != null) {
        inspect(inner, join(path, keyword.equals("items") ? "[]" : keyword), depth);
      }
    }
    for (var keyword : COMBINED) {
      var choices = schema.get(keyword);
      if (choices != null) {
        choices.items().forEach(choice -> inspect(choice, path, depth));
      }
    }
  }

  private void reference(Definition schema, String where) {
    var reference = schema.get("$ref");
    if (reference != null && reference.text() != null) {
      add(
          where + " is a $ref",
          "Write the schema where it is used: clients lose or reject references.",
          "google-gemini/gemini-cli#13326");
    }
  }

  private void type(Definition schema, String where) {
    var type = schema.get("type");
    if (type == null) {
      return;
    }
    if (type.isArray()) {
      add(
          where + " has a list of types",
          "Name one type, and leave what may be missing out of required.",
          "cursor/cursor#3778");
    } else if ("array".equals(type.text()) && !schema.has("items") && !schema.has("prefixItems")) {
      add(
          where + " is an array without items",
          "Say what its items are: clients reject the tool, or all tools.",
          "microsoft/vscode#246119, mark3labs/mcphost#35");
    }
  }

  private void nullable(Definition schema, String where) {
    for (var keyword : List.of("anyOf", "oneOf")) {
      var choices = schema.get(keyword);
      if (choices != null && choices.items().stream().anyMatch(SchemaLint::isNull)) {
        add(
            where + " may be null by " + keyword,
            "Give it its plain type, and leave it out of required.",
            "cursor/cursor#3540, cursor/cursor#3778");
      }
    }
  }

  private static boolean isNull(Definition schema) {
    var type = schema.get("type");
    return type != null && "null".equals(type.text());
  }

  private void property(String name) {
    if (!PROPERTY.matcher(name).matches()) {
      add(
          "parameter '" + name + "' does not fit [A-Za-z0-9_.-]{1,64}",
          "Rename it: clients reject all tools for that.",
          "the tool API of Anthropic");
    }
  }

  private void add(String message, String advice, String source) {
    findings.add(new Finding(message, advice, source));
  }

  private static String join(String path, String name) {
    return path.isEmpty() || name.equals("[]") ? path + name : path + "." + name;
  }
}
