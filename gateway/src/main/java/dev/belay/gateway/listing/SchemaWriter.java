package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
}
