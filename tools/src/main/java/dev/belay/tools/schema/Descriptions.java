package dev.belay.tools.schema;

import dev.belay.tools.javadoc.KeptJavadoc;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Adds descriptions to schemas (S4-49): of a use, of its type, of its constants. */
final class Descriptions {
  private static final String KEYWORD = "description";

  private Descriptions() {}

  /**
   * Describes a value, and each constant of an enum.
   *
   * @param own the description of this use; null for that of the type
   */
  static void put(ObjectNode schema, @Nullable String own, Class<?> type) {
    var text = own == null || own.isEmpty() ? KeptJavadoc.of(type).orElse("") : own;
    var all = type.isEnum() ? withConstants(text, type) : text;
    if (!all.isEmpty()) {
      schema.put(KEYWORD, all);
    }
  }

  private static String withConstants(String text, Class<?> type) {
    var all = new StringJoiner(" ").setEmptyValue("");
    if (!text.isEmpty()) {
      all.add(text);
    }
    for (var each : type.getEnumConstants()) {
      var constant = (Enum<?>) each;
      KeptJavadoc.of(constant).ifPresent(said -> all.add(WireNames.of(constant) + ": " + said));
    }
    return all.toString();
  }
}
