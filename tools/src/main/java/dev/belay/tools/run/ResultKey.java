package dev.belay.tools.run;

import dev.belay.core.call.Caller;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Identity of a shared result: the tool, its arguments in any spelling, the principal, and the
 * principal's folders.
 *
 * @param arguments their SHA-256, in a canonical spelling
 */
record ResultKey(
    String tool,
    String principal,
    @Nullable Path workspace,
    List<Path> allowedRoots,
    String arguments) {
  /** {@return the key of a call with those checked arguments} */
  static ResultKey of(String tool, Caller caller, ObjectNode arguments) {
    var text = new StringBuilder();
    write(arguments, text);
    return new ResultKey(
        tool, caller.principal(), caller.workspace(), caller.allowedRoots(), sha256(text));
  }

  /** Writes members ordered by name and numbers by value: 1, 1.0 and 1e0 are equal. */
  private static void write(JsonNode node, StringBuilder to) {
    if (node.isObject()) {
      var sorted = new TreeMap<String, JsonNode>();
      node.forEachEntry(sorted::put);
      to.append('{');
      sorted.forEach((name, value) -> {
        to.append(name.length()).append(':').append(name);
        write(value, to);
        to.append(',');
      });
      to.append('}');
    } else if (node.isArray()) {
      to.append('[');
      node.forEach(value -> {
        write(value, to);
        to.append(',');
      });
      to.append(']');
    } else if (node.isNumber()) {
      to.append(node.decimalValue().stripTrailingZeros());
    } else {
      to.append(node);
    }
  }

  private static String sha256(CharSequence text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
