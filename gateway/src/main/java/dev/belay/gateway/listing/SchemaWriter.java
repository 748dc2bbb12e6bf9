package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON Schema without its prose (S4-9, C22).
 *
 * <p>Removes prose only from schemas, reached through every keyword that holds schemas: never a
 * property of such a name, never a part of an {@code enum} or {@code const}. The rest is written
 * unchanged, except for white space between members, so the same instances are valid. The dialect
 * is removed where it makes no difference. The input must be valid JSON. Not safe for use by
 * several threads.
 */
final class SchemaWriter {
  private final byte[] json;

  /** The offset of the value of the omitted member; -1 for none. */
  private final int dropped;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Whether a reference leads to an omitted part. */
  private boolean unsafe;

  /** The root's {@code $schema}, if it can be omitted. */
  private @Nullable Span dialect;

  /** Whether every keyword so far means the same without it. */
  private boolean agreed = true;

  private SchemaWriter(byte[] json, int dropped) {
    this.json = json;
    this.dropped = dropped;
  }

  /**
   * Returns the schema at {@code schema} without prose, or unchanged if a reference leads to prose.
   */
  static byte[] compact(byte[] json, Span schema) {
    var tree = JsonTree.of(json, schema.offset());
    var writer = new SchemaWriter(json, -1);
    writer.schemas(tree, /* isRoot= */ true);
    if (writer.unsafe) {
      return schema.of(json);
    }
    if (writer.dialect != null && writer.agreed) {
      writer = new SchemaWriter(json, writer.dialect.offset());
      writer.schemas(tree, /* isRoot= */ false);
    }
    return writer.out.toByteArray();
  }

  /** Writes one schema, or a list of them. */
  private void schemas(JsonTree schemas, boolean isRoot) {
    switch (schemas) {
      case JsonTree.Members schema -> object(schema, /* isNamed= */ false, isRoot);
      case JsonTree.Items(_, var items) -> {
        char before = '[';
        for (var item : items) {
          out.write(before);
          schemas(item, false);
          before = ',';
        }
        end(before, '[', ']');
      }
      case JsonTree.Leaf leaf -> unread(leaf);
    }
  }

  /** Writes an object: a schema, or schemas by name. */
  private void object(JsonTree.Members object, boolean isNamed, boolean isRoot) {
    char before = '{';
    for (var member : object.members()) {
      var name = isNamed ? "" : member.name();
      var value = member.value();
      var keyword = isNamed ? SchemaKeyword.SCHEMAS : SchemaKeyword.of(name);
      // Readers differ about which of two duplicates counts.
      boolean isDialect = isRoot && dialect == null && isDialect(name, value.at());
      if (isDialect) {
        dialect = value.at();
      }
      agreed &= isNamed || isDialect || Dialect.isAgreedUpon(name, keyword, value);
      if (keyword != SchemaKeyword.PROSE && value.at().offset() != dropped) {
        out.write(before);
        write(member.key());
        out.write(':');
        value(keyword, value);
        before = ',';
      }
    }
    end(before, '{', '}');
  }

  private boolean isDialect(String name, Span value) {
    return name.equals("$schema") && value.isString(json) && Dialect.isAgreeing(text(value));
  }

  private void value(SchemaKeyword keyword, JsonTree value) {
    switch (keyword) {
      case SCHEMAS -> schemas(value, false);
      case NAMED_SCHEMAS, DEFINITIONS -> {
        if (value instanceof JsonTree.Members named) {
          object(named, /* isNamed= */ true, /* isRoot= */ false);
        } else {
          agreed = false;
          write(value.at());
        }
      }
      case REFERENCE -> {
        write(value.at());
        unsafe |= value.at().isString(json) && isIntoProse(text(value.at()));
      }
      case DATA, PROSE -> write(value.at());
    }
  }

  private void end(char last, char open, char close) {
    if (last == open) {
      out.write(open);
    }
    out.write(close);
  }

  /** Writes a value that is no schema, or is nested too deeply. */
  private void unread(JsonTree.Leaf leaf) {
    agreed &= !leaf.at().isObject(json) && !leaf.at().isArray(json);
    write(leaf.at());
  }

  private void write(Span value) {
    out.write(json, value.offset(), value.length());
  }

  private String text(Span string) {
    return JsonString.decode(json, string);
  }

  /** {@return whether a reference leads into omitted prose; true also if that is uncertain} */
  private static boolean isIntoProse(String reference) {
    int hash = reference.indexOf('#');
    if (hash < 0) {
      return false;
    }
    if (reference.indexOf('%', hash) >= 0) {
      return true;
    }
    var here = SchemaKeyword.SCHEMAS;
    int at = reference.indexOf('/', hash);
    while (at >= 0 && here != SchemaKeyword.DATA && here != SchemaKeyword.PROSE) {
      int end = reference.indexOf('/', at + 1);
      var step = end < 0 ? reference.substring(at + 1) : reference.substring(at + 1, end);
      // An index into a list of schemas leads to one of them, as a chosen name does.
      boolean isName =
          here == SchemaKeyword.NAMED_SCHEMAS
              || here == SchemaKeyword.DEFINITIONS
              || step.chars().allMatch(Character::isDigit);
      here = isName ? SchemaKeyword.SCHEMAS : SchemaKeyword.of(step);
      at = end;
    }
    return here == SchemaKeyword.PROSE;
  }

  /**
   * Decides whether the draft of a JSON Schema makes a difference.
   *
   * <p>The drafts from 7 on, MCP's default (2020-12) included, agree about the keywords that most
   * tools use. A schema of these alone means the same with and without its {@code $schema}.
   */
  private static final class Dialect {
    private static final Set<String> AGREEING =
        Set.of(
            "json-schema.org/draft-07/schema",
            "json-schema.org/draft/2019-09/schema",
            "json-schema.org/draft/2020-12/schema");

    /**
     * Excludes {@code format}, {@code $ref}, whose siblings differ, and keywords of single drafts.
     */
    private static final Set<String> AGREED_UPON =
        Set.of(
            ("type enum const properties required patternProperties propertyNames minProperties"
                    + " maxProperties minItems maxItems uniqueItems minLength maxLength pattern"
                    + " minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"
                    + " additionalProperties allOf anyOf oneOf not if then else")
                .split(" "));

    private Dialect() {}

    /** {@return whether it is one of the drafts that agree} */
    static boolean isAgreeing(String uri) {
      return uri.matches("https?://.*") && AGREEING.contains(uri.replaceAll("^https?://|#$", ""));
    }

    /** {@return whether these drafts agree about a keyword; false for an unknown one} */
    static boolean isAgreedUpon(String name, SchemaKeyword keyword, JsonTree value) {
      // A list of schemas, one per position, has another name since 2020-12.
      return AGREED_UPON.contains(name)
          || (name.equals("items") && !(value instanceof JsonTree.Items))
          || name.startsWith("x-")
          || keyword == SchemaKeyword.PROSE;
    }
  }
}
