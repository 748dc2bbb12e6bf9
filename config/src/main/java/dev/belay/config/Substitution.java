package dev.belay.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Expands variables of Belay's environment in a text: {@code ${NAME}}, {@code ${env:NAME}}, and
 * {@code ${NAME:-text}} for one that may be missing.
 */
final class Substitution {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*|/)(:-([^}]*))?}|\\$\\{[^}]*}?");

  /** A reference without a text of its own. */
  private static final Pattern SOLE = Pattern.compile("\\$\\{(?:env:)?[A-Za-z_][A-Za-z0-9_]*}");

  private Substitution() {}

  /**
   * {@return the text with all references expanded; those that cannot be are reported to {@code
   * faults}}
   */
  static String expand(String text, Map<String, String> environment, Consumer<String> faults) {
    if (text.indexOf("${") < 0) {
      return text;
    }
    return REFERENCE
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(value(match, environment, faults)));
  }

  /** {@return the variables that a text refers to, as {@code ${A}, ${B}}} */
  static String variables(String text) {
    return names(text).stream().map(name -> "${" + name + "}").collect(Collectors.joining(", "));
  }

  /** {@return the names of the variables that a text refers to} */
  static List<String> names(String text) {
    return REFERENCE
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .filter(Objects::nonNull)
        .map(name -> Objects.requireNonNull(name))
        .toList();
  }

  /** Records the values of the variables that a text refers to, by name. */
  static void note(String text, Map<String, String> environment, Map<String, String> into) {
    for (var name : names(text)) {
      var value = environment.get(name);
      if (value != null) {
        into.put(name, value);
      }
    }
  }

  /**
   * {@return the displayed form of a secret: for a text such as "key-${NAME}" only the variables}
   */
  static String hidden(String written) {
    var variables = variables(written);
    return variables.isEmpty() ? "(hidden)" : "(hidden, with " + variables + ")";
  }

  /** {@return the displayed form of what may be a secret: nothing but a reference is shown} */
  static String shown(String written) {
    return SOLE.matcher(written).matches() ? written : hidden(written);
  }

  private static String value(
      MatchResult match, Map<String, String> environment, Consumer<String> faults) {
    var name = match.group(1);
    if (name == null) {
      faults.accept(
          match.group().startsWith("${input:")
              ? "'" + match.group() + "' is what an editor asks for; set a variable, say ${NAME}"
              : "'" + match.group() + "' is no reference to a variable such as ${NAME}");
      return "";
    }
    var value = environment.get(name);
    var otherwise = match.group(3);
    if (value == null && otherwise == null) {
      faults.accept("the environment variable " + name + " is not set");
    }
    return value != null ? value : otherwise != null ? otherwise : "";
  }
}
