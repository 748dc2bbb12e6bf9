package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON Schema without its prose, in one pass (S4-9, C22).
 *
 * <p>Prose goes only where a schema stands, by way of every keyword that holds schemas: never a
 * property of such a name, never within the values of {@code enum} or {@code const}. What stays is
 * written as it came, save white space between members. So the same instances are valid. The
 * dialect goes where it makes no difference. Reads what is known to be JSON. Not safe for use by
 * several threads.
 */
final class SchemaWriter {
  /** A schema nested more deeply than this is left as it is from there on. */
  private static final int DEEPEST = 128;

  private final byte[] json;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private boolean unsafe;

  /** Where the root's {@code $schema} was written, if it has one that could go. */
  private @Nullable Span dialect;

  /** Whether all that was met means the same without it. */
  private boolean agreed = true;

  private SchemaWriter(byte[] json) {
    this.json = json;
  }

  /** Returns the schema at {@code schema} without prose, or as it is where a part refers to it. */
  static byte[] compact(byte[] json, Span schema) {
    var writer = new SchemaWriter(json);
    writer.schemas(schema.offset(), 0);
    if (writer.unsafe) {
      return schema.of(json);
    }
    var compact = writer.out.toByteArray();
    var dialect = writer.dialect;
    return dialect != null && writer.agreed ? without(compact, dialect) : compact;
  }

  /** Cuts out a member, and the comma that it had before or behind it. */
  private static byte[] without(byte[] schema, Span member) {
    boolean isFirst = schema[member.offset()] != ',';
    int end = isFirst && schema[member.end()] == ',' ? member.end() + 1 : member.end();
    var rest = new byte[schema.length - (end - member.offset())];
    System.arraycopy(schema, 0, rest, 0, member.offset());
    System.arraycopy(schema, end, rest, member.offset(), schema.length - end);
    return rest;
  }

  /** Writes one schema, or a list of them; like all that follow it returns where it ended. */
  private int schemas(int at, int depth) {
    if (depth > DEEPEST) {
      return unread(at);
    }
    return switch (json[at]) {
      case '{' -> object(at, depth, false);
      case '[' -> list(at, depth);
      default -> asItIs(at);
    };
  }

  private int list(int start, int depth) {
    out.write('[');
    int at = JsonText.next(json, start + 1);
    while (json[at] != ']') {
      at = JsonText.next(json, schemas(at, depth + 1));
      at = comma(at);
    }
    out.write(']');
    return at + 1;
  }

  /** Writes an object: a schema, or schemas by name. */
  private int object(int start, int depth, boolean named) {
    out.write('{');
    boolean first = true;
    int at = JsonText.next(json, start + 1);
    while (json[at] != '}') {
      int key = at;
      int keyEnd = JsonText.end(json, at);
      at = JsonText.next(json, JsonText.next(json, keyEnd) + 1);
      var name = named ? "" : text(key, keyEnd);
      var keyword = named ? Keyword.SCHEMAS : Keyword.of(name);
      boolean isDialect = depth == 0 && !named && isDialect(name, at);
      agreed &= named || isDialect || Dialect.isAgreedUpon(name, json[at]);
      int before = out.size();
      if (keyword == Keyword.PROSE) {
        at = JsonText.end(json, at);
      } else {
        if (!first) {
          out.write(',');
        }
        first = false;
        out.write(json, key, keyEnd - key);
        out.write(':');
        at = value(keyword, at, depth);
        if (isDialect) {
          dialect = new Span(before, out.size() - before);
        }
      }
      at = JsonText.next(json, at);
      at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
    }
    out.write('}');
    return at + 1;
  }

  /** Of two of that name, readers differ about which one counts. */
  private boolean isDialect(String name, int at) {
    return dialect == null
        && name.equals("$schema")
        && json[at] == '"'
        && Dialect.isAgreeing(text(at, JsonText.end(json, at)));
  }

  private int value(Keyword keyword, int at, int depth) {
    return switch (keyword) {
      case SCHEMAS -> schemas(at, depth + 1);
      case NAMED_SCHEMAS ->
          json[at] == '{' && depth < DEEPEST ? object(at, depth + 1, true) : unread(at);
      case REFERENCE -> {
        int end = asItIs(at);
        unsafe |= json[at] == '"' && Keyword.isIntoProse(text(at, end));
        yield end;
      }
      case DATA, PROSE -> asItIs(at);
    };
  }

  private int comma(int at) {
    if (json[at] != ',') {
      return at;
    }
    out.write(',');
    return JsonText.next(json, at + 1);
  }

  private int unread(int at) {
    agreed = false;
    return asItIs(at);
  }

  private int asItIs(int at) {
    int end = JsonText.end(json, at);
    out.write(json, at, end - at);
    return end;
  }

  private String text(int from, int to) {
    for (int i = from; i < to; i++) {
      if (json[i] == '\\') {
        return JsonString.decode(json, new Span(from, to - from));
      }
    }
    return new String(json, from + 1, to - from - 2, StandardCharsets.UTF_8);
  }

  /**
   * What a member of a JSON Schema holds, as far as shortening it goes.
   *
   * <p>Those of all drafts together: a keyword that a draft does not know has no meaning in it, and
   * so nothing that could be lost.
   */
  private enum Keyword {
    /** Words for people, or for a model that has read the tool's own description (S4-9). */
    PROSE,

    /** A schema, or a list of schemas. */
    SCHEMAS,

    /** Schemas by names of the author's choice: {@code title} is a name there, and no keyword. */
    NAMED_SCHEMAS,

    /** The place of another schema. */
    REFERENCE,

    /** Anything else, which is left alone: values, names, numbers, what is not known. */
    DATA;

    static Keyword of(String name) {
      return switch (name) {
        case "description",
            "examples",
            "example",
            "title",
            "default",
            "$comment",
            "markdownDescription" ->
            PROSE;
        case "additionalItems",
            "additionalProperties",
            "allOf",
            "anyOf",
            "contains",
            "contentSchema",
            "else",
            "if",
            "items",
            "not",
            "oneOf",
            "prefixItems",
            "propertyNames",
            "then",
            "unevaluatedItems",
            "unevaluatedProperties" ->
            SCHEMAS;
        case "$defs",
            "definitions",
            "dependencies",
            "dependentSchemas",
            "patternProperties",
            "properties" ->
            NAMED_SCHEMAS;
        case "$ref", "$dynamicRef", "$recursiveRef" -> REFERENCE;
        default -> DATA;
      };
    }

    /**
     * {@return whether a reference leads into what is left out; to be on the safe side also where
     * that is hard to tell}
     */
    static boolean isIntoProse(String reference) {
      int hash = reference.indexOf('#');
      if (hash < 0) {
        return false;
      }
      if (reference.indexOf('%', hash) >= 0) {
        return true;
      }
      var here = SCHEMAS;
      int at = reference.indexOf('/', hash);
      while (at >= 0 && here != DATA && here != PROSE) {
        int end = reference.indexOf('/', at + 1);
        var step = end < 0 ? reference.substring(at + 1) : reference.substring(at + 1, end);
        // An index into a list of schemas leads to one of them, as a chosen name does.
        boolean isName = here == NAMED_SCHEMAS || step.chars().allMatch(Character::isDigit);
        here = isName ? SCHEMAS : of(step);
        at = end;
      }
      return here == PROSE;
    }
  }

  /**
   * Which draft of JSON Schema a schema is written in, and whether that makes a difference.
   *
   * <p>The drafts from 7 on, which MCP's default (2020-12) is one of, agree about the keywords that
   * most tools get by with. A schema of nothing else means the same with and without its {@code
   * $schema}.
   */
  private static final class Dialect {
    private static final Set<String> AGREEING =
        Set.of(
            "json-schema.org/draft-07/schema",
            "json-schema.org/draft/2019-09/schema",
            "json-schema.org/draft/2020-12/schema");

    private Dialect() {}

    /** {@return whether that is one of the drafts that agree} */
    static boolean isAgreeing(String uri) {
      int scheme = uri.indexOf("://");
      boolean isWeb = scheme >= 0 && uri.substring(0, scheme).matches("https?");
      var rest = isWeb ? uri.substring(scheme + 3) : "";
      return AGREEING.contains(rest.endsWith("#") ? rest.substring(0, rest.length() - 1) : rest);
    }

    /**
     * {@return whether these drafts agree about a keyword; false for an unknown one}
     *
     * <p>Not agreed upon are the meaning of {@code format}, of what stands beside {@code $ref}, and
     * of names that only one of them knows.
     *
     * @param first the first byte of its value
     */
    static boolean isAgreedUpon(String keyword, byte first) {
      return switch (keyword) {
        case "type",
            "enum",
            "const",
            "properties",
            "required",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minLength",
            "maxLength",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "additionalProperties",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else" ->
            true;
        // A list of schemas, one for each place, has another name since 2020-12.
        case "items" -> first != '[';
        default ->
            keyword.startsWith("x-")
                || SchemaWriter.Keyword.of(keyword) == SchemaWriter.Keyword.PROSE;
      };
    }
  }
}
