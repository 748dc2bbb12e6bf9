package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import java.io.ByteArrayOutputStream;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the definition of a tool in canonical form: members in order, no white space, escapes only
 * where required.
 *
 * <p>Numbers stay as written, duplicate members are kept, and values nested more than 128 deep stay
 * unchanged. The input must be valid JSON.
 */
public final class Canonical {
  /** The members by which a model or a person chooses a tool. */
  private static final Set<String> PINNED =
      Set.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

  private final byte[] json;
  private final ByteArrayOutputStream out;

  private Canonical(byte[] json) {
    this.json = json;
    out = new ByteArrayOutputStream(json.length);
  }

  /** {@return any value in canonical form} */
  public static byte[] value(byte[] json) {
    return new Canonical(json).written(JsonTree.of(json));
  }

  /**
   * {@return any value in canonical form; null if readers could understand it differently: it names
   * a member twice, has half of a surrogate pair, or is nested too deeply}
   */
  public static byte @Nullable [] unambiguous(byte[] json) {
    var tree = JsonTree.of(json);
    return isUnambiguous(json, tree) ? new Canonical(json).written(tree) : null;
  }

  private static boolean isUnambiguous(byte[] json, JsonTree value) {
    return switch (value) {
      case JsonTree.Leaf(var at) ->
          at.isString(json)
              ? isWhole(JsonString.decode(json, at))
              : !at.isObject(json) && !at.isArray(json);
      case JsonTree.Items(_, var items) ->
          items.stream().allMatch(item -> isUnambiguous(json, item));
      case JsonTree.Members(_, var members) -> {
        var names = new HashSet<String>();
        yield members.stream()
            .allMatch(member ->
                names.add(member.name())
                    && isWhole(member.name())
                    && isUnambiguous(json, member.value()));
      }
    };
  }

  /** {@return whether every surrogate in it has the other half} */
  private static boolean isWhole(String text) {
    return text.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE);
  }

  /** {@return the pinned members of a tool in canonical form} */
  static byte[] of(byte[] tool) {
    var tree = JsonTree.of(tool);
    if (tree instanceof JsonTree.Members(var at, var members)) {
      var pinned = members.stream().filter(member -> PINNED.contains(member.name())).toList();
      tree = new JsonTree.Members(at, pinned);
    }
    return new Canonical(tool).written(tree);
  }

  private byte[] written(JsonTree tree) {
    write(tree);
    return out.toByteArray();
  }

  private void write(JsonTree value) {
    switch (value) {
      case JsonTree.Leaf(var at) -> {
        if (at.isString(json)) {
          out.writeBytes(JsonString.encode(JsonString.decode(json, at)));
        } else {
          out.write(json, at.offset(), at.length());
        }
      }
      case JsonTree.Items(_, var items) -> {
        out.write('[');
        for (int i = 0; i < items.size(); i++) {
          comma(i);
          write(items.get(i));
        }
        out.write(']');
      }
      case JsonTree.Members(_, var members) -> {
        out.write('{');
        write(members);
        out.write('}');
      }
    }
  }

  private void write(List<JsonTree.Member> members) {
    // Stable: the order of duplicate names decides what readers see.
    var sorted = members.stream().sorted(Comparator.comparing(JsonTree.Member::name)).toList();
    for (int i = 0; i < sorted.size(); i++) {
      comma(i);
      out.writeBytes(JsonString.encode(sorted.get(i).name()));
      out.write(':');
      write(sorted.get(i).value());
    }
  }

  private void comma(int before) {
    if (before > 0) {
      out.write(',');
    }
  }
}
