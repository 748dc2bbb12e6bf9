package dev.belay.tools.declare;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A key of {@code concurrency} that may refer to arguments, as in {@code file:{path}} (C19). */
public final class LaneKey {
  private static final Pattern ARGUMENT = Pattern.compile("\\{([^{}]*)}");

  private LaneKey() {}

  /** {@return the key of a call with these arguments; an absent one contributes nothing} */
  public static String of(String key, ObjectNode arguments) {
    return ARGUMENT
        .matcher(key)
        .replaceAll(name -> Matcher.quoteReplacement(text(arguments.path(name.group(1)))));
  }

  private static String text(JsonNode argument) {
    return argument.isString() ? argument.stringValue() : argument.toString();
  }

  /** {@return the names of the arguments that the key refers to} */
  static List<String> arguments(String key) {
    return ARGUMENT.matcher(key).results().map(LaneKey::name).distinct().toList();
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }

  /** {@return whether every brace belongs to a reference} */
  static boolean isWhole(String key) {
    var rest = ARGUMENT.matcher(key).replaceAll("");
    return rest.indexOf('{') < 0 && rest.indexOf('}') < 0;
  }
}
