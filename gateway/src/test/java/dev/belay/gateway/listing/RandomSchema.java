package dev.belay.gateway.listing;

import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.function.Supplier;

/** Schemas full of prose and of properties named like it, and instances near to them. */
final class RandomSchema {
  private static final List<String> NAMES =
      List.of("title", "description", "default", "examples", "a", "b", "$comment", "properties");

  /** What the drafts do not agree about. */
  private static final String[] AMBIGUOUS = {
    "\"prefixItems\":[{\"type\":\"string\"}]",
    "\"dependentRequired\":{\"a\":[\"b\"]}",
    "\"dependencies\":{\"a\":[\"b\"]}",
    "\"contains\":{\"type\":\"string\"},\"minContains\":0",
    "\"format\":\"date\""
  };

  private final Random random;
  private boolean refers;

  RandomSchema(Random random) {
    this.random = random;
  }

  /** {@return a whole schema, whose parts may refer to its definitions} */
  String root() {
    if (random.nextBoolean()) {
      return flat();
    }
    // Without references, else it might be its own.
    var definition = schema(2);
    refers = true;
    return "{"
        + "\"$defs\":{\"title\":"
        + definition
        + ",\"a\": {\"type\" : \"string\", \"default\":{\"type\":\"x\"}}},"
        + members(4)
        + "}";
  }

  /** A schema with a dialect and without references, of which some mean the same without it. */
  private String flat() {
    var dialect =
        one(
            "http://json-schema.org/draft-07/schema#",
            "https://json-schema.org/draft/2019-09/schema",
            "https://json-schema.org/draft/2020-12/schema");
    // No draft since 2020-12 takes a list of schemas there.
    var items = dialect.contains("2020") ? "" : "\"items\":[{\"type\":\"string\"}],";
    return "{\"$schema\":\""
        + dialect
        + "\","
        + (random.nextBoolean() ? one(one(AMBIGUOUS) + ",", items) : "")
        + members(3)
        + "}";
  }

  private String schema(int depth) {
    return random.nextInt(12) == 0 ? String.valueOf(random.nextBoolean()) : object(depth);
  }

  private String object(int depth) {
    return "{" + members(depth) + "}";
  }

  private String members(int depth) {
    var members = new StringJoiner(random.nextBoolean() ? "," : " ,\n");
    prose(members);
    if (depth > 0) {
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        members.add(keyword(depth - 1));
        prose(members);
      }
    } else {
      members.add(leaf());
    }
    return members.toString();
  }

  private void prose(StringJoiner members) {
    if (random.nextBoolean()) {
      members.add(
          one(
              "\"title\":\"a title\"",
              "\"description\": \"says \\\"}\\\" \"",
              "\"default\":{\"type\":[\"number\"]}",
              "\"examples\":[{\"const\":1}]",
              "\"$comment\":\"]\""));
    }
  }

  private String keyword(int depth) {
    return switch (random.nextInt(refers ? 12 : 10)) {
      case 0, 1, 2 -> "\"properties\":" + named(() -> schema(depth));
      case 3 -> "\"items\":" + schema(depth);
      case 4 -> "\"" + one("allOf", "anyOf", "oneOf") + "\":[" + list(() -> schema(depth)) + "]";
      case 5 -> "\"not\":" + schema(depth);
      case 6 -> "\"additionalProperties\":" + schema(depth);
      case 7 -> "\"patternProperties\":{\"^d\":" + schema(depth) + "}";
      case 8 ->
          "\"if\":" + schema(depth) + ",\"then\":" + schema(depth) + ",\"else\":" + schema(depth);
      case 9 -> "\"dependentSchemas\":" + named(() -> schema(depth));
      case 10 -> "\"$ref\":\"#/$defs/" + one("title", "a") + "\"";
      default -> leaf();
    };
  }

  private String leaf() {
    return switch (random.nextInt(5)) {
      case 0 -> "\"type\":\"" + one("object", "string", "array", "number") + "\"";
      case 1 -> "\"required\":[\"" + one(NAMES.toArray(String[]::new)) + "\"]";
      case 2 -> "\"enum\":[" + list(() -> instance(2)) + "]";
      case 3 -> "\"const\":" + instance(2);
      default -> "\"minProperties\":1";
    };
  }

  /** {@return a value that may or may not be valid} */
  String instance(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 3)) {
      case 0 -> one("\"a\"", "\"a title\"");
      case 1 -> one("1", "1.0", "2");
      case 2 -> one("{}", "[]", "null", "true");
      case 3 -> "[" + list(() -> instance(depth - 1)) + "]";
      default -> named(() -> instance(depth - 1));
    };
  }

  private String named(Supplier<String> value) {
    var members = new StringJoiner(", ", "{", "}");
    for (var name : NAMES) {
      if (random.nextInt(3) == 0) {
        members.add("\"" + name + "\":" + value.get());
      }
    }
    return members.toString();
  }

  private String list(Supplier<String> value) {
    return random.nextBoolean() ? value.get() : value.get() + ", " + value.get();
  }

  private String one(String... of) {
    return of[random.nextInt(of.length)];
  }
}
