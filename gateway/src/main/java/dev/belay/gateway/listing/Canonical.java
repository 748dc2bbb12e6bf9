package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Where objects and arrays begin, in order, and where each of them has ended. */
  private int[] begins = new int[16];

  private int[] ends = new int[16];
  private int containers;

  private Canonical(byte[] json) {
    this.json = json;
    out = new ByteArrayOutputStream(json.length);
    measure();
  }

  /** Once for all: looked for at each of them, ends would take size times nesting. */
  private void measure() {
    var open = new ArrayDeque<Integer>();
    for (int at = 0; at < json.length; ) {
      switch (json[at]) {
        case '"' -> at = JsonText.end(json, at);
        case '{', '[' -> {
          if (containers == begins.length) {
            begins = Arrays.copyOf(begins, 2 * containers);
            ends = Arrays.copyOf(ends, 2 * containers);
          }
          open.push(containers);
          begins[containers++] = at++;
        }
        case '}', ']' -> ends[open.pop()] = ++at;
        default -> at++;
      }
    }
  }

  private int end(int at) {
    int one =
        json[at] == '{' || json[at] == '[' ? Arrays.binarySearch(begins, 0, containers, at) : -1;
    return one < 0 ? JsonText.end(json, at) : ends[one];
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
      case '"' -> out.writeBytes(JsonString.encode(text(at, end(at))));
      case '{', '[' -> nested(at, depth);
      default -> out.write(json, at, end(at) - at);
    }
  }

  private void nested(int at, int depth) {
    if (depth > DEEPEST) {
      out.write(json, at, end(at) - at);
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
      at = JsonText.next(json, end(at));
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
      int keyEnd = end(at);
      int value = JsonText.next(json, JsonText.next(json, keyEnd) + 1);
      members.add(new Named(text(at, keyEnd), value));
      at = JsonText.next(json, end(value));
      at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
    }
    return members;
  }

  private String text(int from, int to) {
    return JsonString.decode(json, new Span(from, to - from));
  }
}
