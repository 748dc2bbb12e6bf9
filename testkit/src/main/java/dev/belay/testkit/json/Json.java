package dev.belay.testkit.json;

import java.util.List;
import java.util.Map;

/**
 * One JSON value with its original spelling, so that ids and tokens can be echoed exactly.
 *
 * <p>Independent of the codec under test on purpose: a fault in one must not hide a fault in the
 * other. Immutable.
 */
public sealed interface Json {
  /** {@return the value in its original spelling} */
  String raw();

  /** An object; the last of duplicate keys counts. */
  record Members(String raw, Map<String, Json> values) implements Json {}

  /** An array. */
  record Items(String raw, List<Json> values) implements Json {}

  /** A string, with its escapes resolved. */
  record Text(String raw, String value) implements Json {}

  /** A number, {@code true}, {@code false} or {@code null}. */
  record Atom(String raw) implements Json {
    /** The result of {@link #at} for an absent value. */
    public static final Atom ABSENT = new Atom("");
  }

  /**
   * {@return the one value in {@code text}}
   *
   * @throws NotJson if the text is not exactly one value
   */
  static Json parse(String text) {
    return new JsonReader(text).document();
  }

  /** {@return {@code value} as a JSON string} */
  static String quote(String value) {
    var quoted = new StringBuilder(value.length() + 2).append('"');
    // Runs are copied whole: some tests quote megabytes.
    var plain = 0;
    for (var i = 0; i < value.length(); i++) {
      var c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        quoted.append(value, plain, i);
        plain = i + 1;
        switch (c) {
          case '"' -> quoted.append("\\\"");
          case '\\' -> quoted.append("\\\\");
          case '\n' -> quoted.append("\\n");
          default -> {
            quoted.append("\\u00").append(Character.forDigit(c >> 4, 16));
            quoted.append(Character.forDigit(c & 15, 16));
          }
        }
      }
    }
    quoted.append(value, plain, value.length());
    return quoted.append('"').toString();
  }

  /** {@return the value at the end of these keys, or {@link Atom#ABSENT}} */
  default Json at(String... keys) {
    var here = this;
    for (var key : keys) {
      here =
          here instanceof Members members
              ? members.values().getOrDefault(key, Atom.ABSENT)
              : Atom.ABSENT;
    }
    return here;
  }

  /** {@return whether there is a value, {@code null} included} */
  default boolean present() {
    return !raw().isEmpty();
  }

  /** {@return the elements of an array; empty for any other value} */
  default List<Json> items() {
    return this instanceof Items array ? array.values() : List.of();
  }

  /** {@return the string, or {@code otherwise} if this is not a string} */
  default String text(String otherwise) {
    return this instanceof Text text ? text.value() : otherwise;
  }

  /** {@return the string; empty if this is not a string} */
  default String text() {
    return text("");
  }

  /** {@return the whole number, or {@code otherwise} if this is not one} */
  default long number(long otherwise) {
    try {
      return this instanceof Atom ? Long.parseLong(raw()) : otherwise;
    } catch (NumberFormatException _) {
      return otherwise;
    }
  }
}
