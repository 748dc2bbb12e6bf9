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
    List<byte[]> found = List.of(arguments);
    for (var token : condition.pointer().substring(1).split("/", -1)) {
      found = step(found, token.replace("~1", "/").replace("~0", "~"));
      if (found.size() > MOST) {
        return true;
      }
    }
    return found.isEmpty()
        ? holds(condition, (String) null)
        : found.stream().anyMatch(value -> holds(condition, text(value)));
  }

  private static List<byte[]> step(List<byte[]> from, String token) {
    var next = new ArrayList<byte[]>();
    for (var value : from) {
      var object = JsonObject.of(value);
      if (object != null) {
        var names = token.equals("*") ? object.names() : List.of(token);
        for (var name : names) {
          var member = object.raw(name);
          if (member != null) {
            next.add(member);
          }
        }
        continue;
      }
      var items = value[0] == '[' ? JsonArray.items(value) : null;
      if (items != null && token.equals("*")) {
        next.addAll(items);
      } else if (items != null && token.matches("0|[1-9][0-9]{0,8}")) {
        int index = Integer.parseInt(token);
        if (index < items.size()) {
          next.add(items.get(index));
        }
      }
    }
    return next;
  }

  /** {@return the text of a string, or the value as it is written} */
  private static String text(byte[] value) {
    var whole = new Span(0, value.length);
    return whole.isString(value)
        ? JsonString.decode(value, whole)
        : new String(value, StandardCharsets.UTF_8);
  }

  private static boolean holds(ArgumentCondition condition, @Nullable String value) {
    var operand = condition.operand();
    return switch (condition.test()) {
      case IS -> operand.equals(value);
      case IS_NOT -> !operand.equals(value);
      case LIKE -> value != null && new Glob(operand).matches(value);
      case UNLIKE -> value == null || !new Glob(operand).matches(value);
      case OUTSIDE -> value == null || !isBelow(operand, value);
      case LESS -> compared(value, operand, -1, -1);
      case AT_MOST -> compared(value, operand, -1, 0);
      case GREATER -> compared(value, operand, 1, 1);
      case AT_LEAST -> compared(value, operand, 1, 0);
    };
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
