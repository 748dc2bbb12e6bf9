package dev.belay.gateway.approval;

import dev.belay.config.ArgumentCondition;
import dev.belay.config.Glob;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether conditions hold for the arguments of a call. What cannot be judged holds, so that a
 * person is asked.
 */
final class MatchedArguments {
  /** A condition on more values than that holds. */
  private static final int MOST = 10_000;

  /** As {@link #MOST}, of the members of an object, each of which is looked for. */
  private static final int MOST_NAMES = 500;

  /** A longer text is not compared with a glob, which takes time for each of both: it holds. */
  static final int LONGEST = 64 * 1024;

  private MatchedArguments() {}

  /**
   * {@return whether one of the conditions holds}
   *
   * @param arguments one JSON object in canonical form
   */
  static boolean anyHolds(List<ArgumentCondition> conditions, byte[] arguments) {
    return conditions.stream().anyMatch(condition -> holds(condition, arguments));
  }

  private static boolean holds(ArgumentCondition condition, byte[] arguments) {
    var tokens = new ArrayList<String>();
    for (var token : condition.pointer().substring(1).split("/", -1)) {
      tokens.add(token.replace("~1", "/").replace("~0", "~"));
    }
    return new Search(condition, tokens).holds(arguments, 0);
  }

  /** The way of one condition through the arguments: each branch is judged by itself. */
  private static final class Search {
    private final ArgumentCondition condition;
    private final List<String> tokens;
    private int judged;

    Search(ArgumentCondition condition, List<String> tokens) {
      this.condition = condition;
      this.tokens = tokens;
    }

    boolean holds(byte @Nullable [] value, int depth) {
      if (value == null || depth == tokens.size()) {
        return ++judged > MOST || isMet(condition, value);
      }
      var token = tokens.get(depth);
      var object = JsonObject.of(value);
      if (object != null) {
        return holds(object, token, depth);
      }
      var items = value[0] == '[' ? JsonArray.items(value) : null;
      if (items != null && token.equals("*")) {
        return items.size() > MOST || items.stream().anyMatch(item -> holds(item, depth + 1));
      }
      int index =
          items == null || !token.matches("0|[1-9][0-9]{0,8}") ? -1 : Integer.parseInt(token);
      return holds(
          items != null && index >= 0 && index < items.size() ? items.get(index) : null, depth + 1);
    }

    private boolean holds(JsonObject object, String token, int depth) {
      var names = object.names();
      if (token.equals("*")) {
        return names.size() > MOST_NAMES
            || names.stream().anyMatch(name -> holds(object.raw(name), depth + 1));
      }
      // Some servers take a name in other capitals for the same.
      boolean isAmbiguous =
          names.stream().anyMatch(name -> name.equalsIgnoreCase(token) && !name.equals(token));
      return isAmbiguous || holds(object.raw(token), depth + 1);
    }
  }

  private static boolean isMet(ArgumentCondition condition, byte @Nullable [] json) {
    boolean isContainer = json != null && (json[0] == '{' || json[0] == '[');
    var value = json == null ? null : text(json);
    var operand = condition.operand();
    return isContainer
        || switch (condition.test()) {
          case IS -> isEqual(value, operand);
          case IS_NOT -> !isEqual(value, operand);
          case LIKE -> value != null && (isLong(value) || new Glob(operand).matches(value));
          case UNLIKE -> value == null || isLong(value) || !new Glob(operand).matches(value);
          case OUTSIDE -> value == null || !isBelow(operand, value);
          case LESS -> compared(value, operand, -1, -1);
          case AT_MOST -> compared(value, operand, -1, 0);
          case GREATER -> compared(value, operand, 1, 1);
          case AT_LEAST -> compared(value, operand, 1, 0);
        };
  }

  private static boolean isLong(String value) {
    return value.length() > LONGEST;
  }

  /** {@return the text of a string, or the value as it is written} */
  private static String text(byte[] value) {
    var whole = new Span(0, value.length);
    return whole.isString(value)
        ? JsonString.decode(value, whole)
        : new String(value, StandardCharsets.UTF_8);
  }

  private static boolean isEqual(@Nullable String value, String operand) {
    if (value == null || value.equals(operand)) {
      return value != null;
    }
    var number = ArgumentCondition.number(value);
    var other = ArgumentCondition.number(operand);
    return number != null && other != null && number.compareTo(other) == 0;
  }

  private static boolean compared(
      @Nullable String value, String operand, int wanted, int wantedToo) {
    var number = value == null ? null : ArgumentCondition.number(value);
    var limit = ArgumentCondition.number(operand);
    if (number == null || limit == null) {
      return true;
    }
    int order = number.compareTo(limit);
    return order == wanted || order == wantedToo;
  }

  /** {@return whether a path is in a folder, by its text alone} */
  private static boolean isBelow(String folder, String path) {
    var from = parts(folder);
    var to = parts(path);
    if (from == null || to == null || to.size() < from.size()) {
      return false;
    }
    return to.subList(0, from.size()).equals(from);
  }

  /** {@return the names on the way from the root; null for what is no absolute path} */
  private static @Nullable List<String> parts(String path) {
    if (!path.startsWith("/") || path.indexOf('\\') >= 0 || path.indexOf('\0') >= 0) {
      return null;
    }
    var parts = new ArrayDeque<String>();
    for (var part : path.split("/", -1)) {
      switch (part) {
        case "", "." -> {}
        case ".." -> parts.pollLast();
        default -> parts.addLast(part);
      }
    }
    return List.copyOf(parts);
  }
}
