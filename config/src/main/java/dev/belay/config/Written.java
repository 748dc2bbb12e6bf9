package dev.belay.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restores texts about a server to the form of its configuration: the value of a variable, or of an
 * entry in the server's own {@code env} and {@code headers}, is replaced by its name, since it may
 * be a key.
 */
public final class Written {
  /** Replaces nothing. */
  public static final Written PLAIN = new Written(Map.of());

  /** Shorter values are ports and the like, which occur in many lines by chance. */
  private static final int SHORTEST_VARIABLE = 4;

  /** Shorter values are words such as "info", or parts of words: replaced only as whole words. */
  private static final int SHORTEST_VALUE = 8;

  private static final String WORD = "[\\p{L}\\p{N}_]";

  /** The longest value first: one may contain another. */
  private final List<Name> names;

  /** A value, and the text shown in its place. */
  private record Name(Pattern value, String shown) {
    static Name of(String value, String name) {
      var literal = Pattern.quote(value);
      var pattern =
          value.length() < SHORTEST_VALUE
              ? "(?<!" + WORD + ")" + literal + "(?!" + WORD + ")"
              : literal;
      return new Name(Pattern.compile(pattern), Matcher.quoteReplacement(name));
    }
  }

  private Written(Map<String, String> names) {
    this.names =
        names.entrySet().stream()
            // No comparator that can be serialized, which each start would make anew.
            .sorted((a, b) -> Integer.compare(b.getKey().length(), a.getKey().length()))
            .map(entry -> Name.of(entry.getKey(), entry.getValue()))
            .toList();
  }

  /** {@return the replacements for texts about this server of {@code settings}} */
  public static Written of(Settings settings, ServerSettings server) {
    var names = new HashMap<String, String>();
    switch (server.start()) {
      case Start.Command command -> add(command.env(), names);
      case Start.Url url -> {
        add(url.headers(), names);
        // Of "Bearer abc" a server may repeat only the second part.
        url.headers()
            .forEach(
                (name, value) -> add(name, value.substring(value.lastIndexOf(' ') + 1), names));
      }
      case Start.Native _ -> {}
    }
    settings
        .origins()
        .variables()
        .forEach((name, value) -> {
          if (value.length() >= SHORTEST_VARIABLE) {
            names.put(value, "${" + name + "}");
          }
        });
    return new Written(names);
  }

  private static void add(Map<String, String> values, Map<String, String> names) {
    values.forEach((name, value) -> add(name, value, names));
  }

  private static void add(String name, String value, Map<String, String> names) {
    if (value.length() >= SHORTEST_VALUE) {
      names.put(value, "[" + name + "]");
    }
  }

  /** {@return the text with names in place of values} */
  public String show(String text) {
    var shown = text;
    for (var name : names) {
      shown = name.value().matcher(shown).replaceAll(name.shown());
    }
    return shown;
  }
}
