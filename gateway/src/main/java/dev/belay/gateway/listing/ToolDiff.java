package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a tool's definition, for a person to judge: line by line, with invisible
 * characters named.
 */
public final class ToolDiff {
  private final Pin before;
  private final Pin after;
  private final List<String> lines = new ArrayList<>();

  private ToolDiff(Pin before, Pin after) {
    this.before = before;
    this.after = after;
  }

  /** {@return the changes, a line each, indented by two spaces} */
  public static List<String> lines(Pin before, Pin after) {
    var diff = new ToolDiff(before, after);
    diff.compare();
    return diff.lines;
  }

  private void compare() {
    var old = before.definition();
    var now = after.definition();
    if (old == null || now == null) {
      lines.add("  a definition is too long to be shown; look at it with belay tools");
      return;
    }
    var members = members(old);
    var others = members(now);
    var names = new LinkedHashSet<>(members.keySet());
    names.addAll(others.keySet());
    for (var name : names) {
      compare(name, lines(old, members.get(name)), lines(now, others.get(name)));
    }
    // Canonical JSON has no escapes: this is the text that a model gets.
    var unseen = Unseen.in(now.toString());
    if (!unseen.isEmpty()) {
      lines.add("  ! it holds what cannot be seen: " + String.join(", ", unseen));
    }
  }

  private void compare(String name, List<String> old, List<String> now) {
    if (old.equals(now)) {
      return;
    }
    lines.add("  " + Unseen.shown(name) + ":");
    LineDiff.of(old, now).forEach(line -> lines.add("  " + Unseen.shown(line)));
  }

  private static Map<String, Span> members(RawJson definition) {
    byte[] json = definition.bytes();
    var whole = new Span(0, json.length);
    return whole.isObject(json) ? Slices.members(json, whole) : Map.of("", whole);
  }

  private static List<String> lines(RawJson definition, @Nullable Span member) {
    byte[] json = definition.bytes();
    if (member == null) {
      return List.of();
    }
    return member.isString(json)
        ? JsonString.decode(json, member).lines().toList()
        : pretty(RawJson.of(member.of(json)).toString());
  }

  /** Breaks JSON that has no white space into a line for each member and item. */
  private static List<String> pretty(String json) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quoted) {
        line.append(c);
        if (c == '\\') {
          line.append(json.charAt(++i));
        }
        quoted = c != '"';
        continue;
      }
      quoted = c == '"';
      boolean closes = Set.of('}', ']').contains(c);
      if (closes && Set.of('{', '[').contains(json.charAt(i - 1))) {
        depth--;
        line.append(c);
        continue;
      }
      if (closes) {
        depth--;
        end(lines, line, depth);
      }
      line.append(c);
      if (c == '{' || c == '[') {
        depth++;
      }
      boolean isEmpty = i + 1 < json.length() && Set.of('}', ']').contains(json.charAt(i + 1));
      if (c == ',' || ((c == '{' || c == '[') && !isEmpty)) {
        end(lines, line, depth);
      }
    }
    lines.add(line.toString());
    return lines;
  }

  private static void end(List<String> lines, StringBuilder line, int depth) {
    lines.add(line.toString());
    line.setLength(0);
    line.repeat("  ", depth);
  }

  /** The shortest edit from one list of lines to another. */
  static final class LineDiff {
    /** Most pairs of lines to compare; beyond it, all old lines go and all new ones come. */
    private static final int MOST_PAIRS = 4_000_000;

    private LineDiff() {}

    /** {@return lines that begin with {@code -} or {@code +}; unchanged lines are left out} */
    static List<String> of(List<String> old, List<String> now) {
      var diff = new ArrayList<String>();
      if ((long) old.size() * now.size() > MOST_PAIRS) {
        old.forEach(line -> diff.add("- " + line));
        now.forEach(line -> diff.add("+ " + line));
        return diff;
      }
      var common = common(old, now);
      int i = 0;
      int j = 0;
      while (i < old.size() || j < now.size()) {
        if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
          i++;
          j++;
        } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
          diff.add("- " + old.get(i++));
        } else {
          diff.add("+ " + now.get(j++));
        }
      }
      return diff;
    }

    /** {@return the length of the longest common subsequence from each pair of places on} */
    private static int[][] common(List<String> old, List<String> now) {
      var common = new int[old.size() + 1][now.size() + 1];
      for (int i = old.size() - 1; i >= 0; i--) {
        for (int j = now.size() - 1; j >= 0; j--) {
          common[i][j] =
              old.get(i).equals(now.get(j))
                  ? common[i + 1][j + 1] + 1
                  : Math.max(common[i + 1][j], common[i][j + 1]);
        }
      }
      return common;
    }
  }
}
