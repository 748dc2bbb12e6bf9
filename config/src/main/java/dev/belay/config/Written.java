package dev.belay.config;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts about a server as its configuration was written: where the value of a variable got into
 * one, or of the server's own {@code env} and {@code headers}, its name is shown, since the value
 * may be a key.
 */
public final class Written {
  /** Where nothing was put into what was written. */
  public static final Written PLAIN = new Written(Map.of());

  /** Shorter ones are ports and the like, which stand in every second line by chance. */
  private static final int SHORTEST_VARIABLE = 4;

  /** Shorter ones are words such as "info", and parts of others: replaced as whole words alone. */
  private static final int SHORTEST_VALUE = 8;

  private static final String WORD = "[\\p{L}\\p{N}_]";

  /** The longest value first: one may hold another. */
  private final List<Name> names;

  /** What is shown in place of a value. */
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
            .sorted(Comparator.comparingInt(entry -> -entry.getKey().length()))
            .map(entry -> Name.of(entry.getKey(), entry.getValue()))
            .toList();
  }

  /** {@return how texts about this server of {@code settings} are shown} */
  public static Written of(Settings settings, ServerSettings server) {
    var names = new HashMap<String, String>();
    switch (server.start()) {
      case Start.Command command -> add(command.env(), names);
      case Start.Url url -> {
        add(url.headers(), names);
        // Of "Bearer abc" a server may repeat the second half.
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
