package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Writes what a tool says of itself in one way, however its server spells it: members in order, no
 * white space, escapes only where they must be.
 *
 * <p>Numbers stay as they are written, and a member that comes twice comes twice. Reads what is
 * known to be JSON.
 */
public final class Canonical {
  /** What a model or a person goes by when they choose a tool. */
  private static final Set<String> PINNED =
      Set.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

  /** What is nested more deeply is written as it came. */
  private static final int DEEPEST = 128;

  private record Named(String name, int at) {}

  private final byte[] json;
  private final ByteArrayOutputStream out;

  private Canonical(byte[] json) {
    this.json = json;
    out = new ByteArrayOutputStream(json.length);
  }

  /** {@return any value} */
  public static byte[] value(byte[] json) {
    var canonical = new Canonical(json);
    canonical.value(JsonText.next(json, 0), 0);
    return canonical.out.toByteArray();
  }

  /** {@return the members of a tool that are pinned} */
  static byte[] of(byte[] tool) {
    var canonical = new Canonical(tool);
    int start = JsonText.next(tool, 0);
    if (tool[start] == '{') {
      var members = canonical.members(start);
      members.removeIf(member -> !PINNED.contains(member.name));
      canonical.object(members, 0);
    } else {
      canonical.value(start, 0);
    }
    return canonical.out.toByteArray();
  }

  private void value(int at, int depth) {
    switch (json[at]) {
      case '"' -> out.writeBytes(JsonString.encode(text(at, JsonText.end(json, at))));
      case '{', '[' -> nested(at, depth);
      default -> out.write(json, at, JsonText.end(json, at) - at);
    }
  }

  private void nested(int at, int depth) {
    if (depth > DEEPEST) {
      out.write(json, at, JsonText.end(json, at) - at);
    } else if (json[at] == '{') {
      object(members(at), depth);
    } else {
      array(at, depth);
    }
  }

  private void object(List<Named> members, int depth) {
    // Stable: of two of one name the first stays the first, which decides what readers see.
    members.sort(Comparator.comparing(Named::name));
    char before = '{';
    for (var member : members) {
      out.write(before);
      out.writeBytes(JsonString.encode(member.name));
      out.write(':');
      value(member.at, depth + 1);
      before = ',';
    }
    if (members.isEmpty()) {
      out.write('{');
    }
    out.write('}');
  }

  private void array(int start, int depth) {
    out.write('[');
    int at = JsonText.next(json, start + 1);
    while (json[at] != ']') {
      value(at, depth + 1);
      at = JsonText.next(json, JsonText.end(json, at));
      if (json[at] == ',') {
        out.write(',');
        at = JsonText.next(json, at + 1);
      }
    }
    out.write(']');
  }

  private List<Named> members(int start) {
    var members = new ArrayList<Named>();
    int at = JsonText.next(json, start + 1);
    while (json[at] != '}') {
      int keyEnd = JsonText.end(json, at);
      int value = JsonText.next(json, JsonText.next(json, keyEnd) + 1);
      members.add(new Named(text(at, keyEnd), value));
      at = JsonText.next(json, JsonText.end(json, value));
      at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
    }
    return members;
  }

  private String text(int from, int to) {
    return JsonString.decode(json, new Span(from, to - from));
  }
}
