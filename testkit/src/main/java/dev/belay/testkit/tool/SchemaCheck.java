package dev.belay.testkit.tool;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Assertions on the schema of a tool. */
public final class SchemaCheck {
  private final String what;
  private final JsonNode tree;

  SchemaCheck(String what, JsonNode tree) {
    this.what = what;
    this.tree = tree;
  }

  /** {@return the schema as in {@code tools/list}} */
  public JsonNode tree() {
    return tree;
  }

  /** Asserts that the schema equals this JSON. */
  public SchemaCheck isJson(String json) {
    return is("schema", JsonMapper.shared().readTree(json), tree);
  }

  /** Asserts that the schema has exactly these properties. */
  public SchemaCheck hasOnly(String... names) {
    return is(
        "properties", sorted(List.of(names)), sorted(tree.path("properties").propertyNames()));
  }

  /** Asserts that exactly these properties are required. */
  public SchemaCheck requires(String... names) {
    var required = new TreeSet<String>();
    tree.path("required").forEach(name -> required.add(name.asString()));
    return is("required properties", sorted(List.of(names)), required);
  }

  /** Asserts the type of a property, such as {@code string}. */
  public SchemaCheck hasType(String name, String type) {
    return is("type of " + name, type, property(name).path("type").asString(""));
  }

  /** Asserts the description of a property. */
  public SchemaCheck describes(String name, String description) {
    return is(
        "description of " + name, description, property(name).path("description").asString(""));
  }

  /** {@return the schema of one property; a missing node if there is none} */
  public JsonNode property(String name) {
    return tree.path("properties").path(name);
  }

  private static Set<String> sorted(Iterable<String> names) {
    var sorted = new TreeSet<String>();
    names.forEach(sorted::add);
    return sorted;
  }

  private SchemaCheck is(String aspect, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(
          "Expected %s in the schema of %s: %s%nbut got: %s%nin %s"
              .formatted(aspect, what, expected, actual, tree));
    }
    return this;
  }
}
