package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ArgumentCondition;
import dev.belay.core.time.Seeds;
import dev.belay.gateway.listing.Canonical;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Conditions hold for arguments as another reading of their rules says")
final class NaiveConditionsTest {
  private static final List<String> NAMES =
      List.of(
          "a", "A", "b", "", "*", "~", "a/b", "a b", "~1", "é", "É", "0", "1", "01", "ſ", "s", "\"",
          "\\", "{}", "[1],:", "e.-");

  private static final List<String> TEXTS =
      List.of(
          "",
          "x",
          "git status",
          "git status; rm -rf .",
          "true",
          "null",
          "1",
          "1.0",
          "1e2",
          "100",
          "-7",
          "NaN",
          "0x1F",
          " 5",
          "5 ",
          "+5",
          ".5",
          "5.",
          "1e",
          "*",
          "?",
          "a*b",
          "aXb",
          "a\nb",
          "/srv",
          "/srv/",
          "/srv/a",
          "//srv/./a",
          "/srv/../etc",
          "/srvx",
          "/..",
          "/../srv/a",
          "/srv/..",
          "srv",
          "/srv\\a",
          "/srv/\u0000",
          "~",
          "\ud83d\ude00",
          "9".repeat(101));

  private static final List<String> GLOBS =
      List.of("*", "?", "git status*", "*rm*", "a*b", "a?b", "**x**", "*?*", "??", "/srv/*", "x");

  private static final List<String> NUMBERS =
      List.of("0", "1", "-7", "100", "99.5", "1e2", "0.5", "5");

  private static final List<String> FOLDERS =
      List.of("/srv", "/srv/", "/", "/srv/a", "/etc", "//srv/.", "/srv/../etc");

  private static final List<Object> LITERALS =
      List.of(true, false, 0, 1, -7, 5, 100, 101, 99.5, 0.5, Absent.NULL);

  /** The JSON value null, which is not the same as no value. */
  private enum Absent {
    NULL
  }

  /** Random arguments, conditions on them, and what is expected of these. */
  private record Tried(Random random) {
    private <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    Object value(int depth) {
      int kind = random.nextInt(depth == 0 ? 2 : 4);
      return switch (kind) {
        case 0 -> one(TEXTS);
        case 1 -> one(LITERALS);
        case 2 -> {
          var items = new ArrayList<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            items.add(value(depth - 1));
          }
          yield items;
        }
        default -> object(depth - 1);
      };
    }

    Map<String, Object> object(int depth) {
      var members = new LinkedHashMap<String, Object>();
      for (int i = random.nextInt(4); i > 0; i--) {
        members.put(one(NAMES), value(depth));
      }
      return members;
    }

    ArgumentCondition condition() {
      var pointer = new StringBuilder();
      for (int i = random.nextInt(4); i >= 0; i--) {
        var name = one(NAMES);
        boolean isEscaped = random.nextInt(4) > 0;
        pointer
            .append('/')
            .append(isEscaped ? name.replace("~", "~0").replace("/", "~1") : name + "~2~");
      }
      var test = one(List.of(ArgumentCondition.Test.values()));
      var operand =
          switch (test) {
            case IS, IS_NOT -> one(TEXTS);
            case LIKE, UNLIKE -> one(GLOBS);
            case OUTSIDE -> one(FOLDERS);
            case LESS, AT_MOST, GREATER, AT_LEAST -> one(NUMBERS);
          };
      return new ArgumentCondition(pointer.toString(), test, operand);
    }
  }

  private static String json(Object value) {
    return switch (value) {
      case String text -> Json.quote(text);
      case Map<?, ?> members ->
          members.entrySet().stream()
              .map(member -> Json.quote((String) member.getKey()) + ":" + json(member.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> items ->
          items.stream().map(NaiveConditionsTest::json).collect(Collectors.joining(",", "[", "]"));
      case Absent _ -> "null";
      default -> value.toString();
    };
  }

  /** The rules of docs/approvals.md, over Java's own collections. */
  private static boolean expected(ArgumentCondition condition, @Nullable Object value) {
    List<@Nullable Object> reached = new ArrayList<>();
    reached.add(value);
    var steps = List.of(condition.pointer().substring(1).split("/", -1));
    for (var step : steps) {
      var name = unescaped(step);
      List<@Nullable Object> next = new ArrayList<>();
      for (var each : reached) {
        if (each instanceof Map<?, ?> members && !name.equals("*")) {
          for (var key : members.keySet()) {
            if (!key.equals(name)
                && String.CASE_INSENSITIVE_ORDER.compare((String) key, name) == 0) {
              return true;
            }
          }
        }
        next.addAll(below(each, name));
      }
      reached = next;
    }
    return reached.stream().anyMatch(each -> judged(condition, each));
  }

  private static Collection<? extends @Nullable Object> below(@Nullable Object value, String name) {
    List<@Nullable Object> one = new ArrayList<>();
    switch (value) {
      case Map<?, ?> members when name.equals("*") -> {
        return members.values();
      }
      case List<?> items when name.equals("*") -> {
        return items;
      }
      case Map<?, ?> members -> one.add(members.get(name));
      case List<?> items -> {
        boolean isThere = false;
        for (int i = 0; i < items.size(); i++) {
          if (Integer.toString(i).equals(name)) {
            one.add(items.get(i));
            isThere = true;
          }
        }
        if (!isThere) {
          one.add(null);
        }
      }
      case null, default -> one.add(null);
    }
    return one;
  }

  private static String unescaped(String step) {
    var name = new StringBuilder();
    for (int i = 0; i < step.length(); i++) {
      char next = i + 1 < step.length() ? step.charAt(i + 1) : ' ';
      if (step.charAt(i) == '~' && (next == '0' || next == '1')) {
        name.append(next == '0' ? '~' : '/');
        i++;
      } else {
        name.append(step.charAt(i));
      }
    }
    return name.toString();
  }

  private static boolean judged(ArgumentCondition condition, @Nullable Object value) {
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      return true;
    }
    var text = value == null ? null : value instanceof String words ? words : json(value);
    var operand = condition.operand();
    return switch (condition.test()) {
      case IS -> isSame(text, operand);
      case IS_NOT -> !isSame(text, operand);
      case LIKE -> text != null && (text.length() > 65_536 || isLike(text, operand));
      case UNLIKE -> text == null || text.length() > 65_536 || !isLike(text, operand);
      case OUTSIDE -> text == null || !isWithin(text, operand);
      case LESS -> isNoNumber(text) || number(text) < number(operand);
      case AT_MOST -> isNoNumber(text) || number(text) <= number(operand);
      case GREATER -> isNoNumber(text) || number(text) > number(operand);
      case AT_LEAST -> isNoNumber(text) || number(text) >= number(operand);
    };
  }

  private static boolean isSame(@Nullable String text, String operand) {
    return operand.equals(text)
        || (!isNoNumber(text) && !isNoNumber(operand) && number(text) == number(operand));
  }

  private static boolean isNoNumber(@Nullable String text) {
    return text == null
        || text.length() > 100
        || !text.matches("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  }

  private static double number(@Nullable String text) {
    return Double.parseDouble(Objects.requireNonNull(text));
  }

  /** By a table of which beginnings of both match. */
  private static boolean isLike(String text, String glob) {
    var table = new boolean[glob.length() + 1][text.length() + 1];
    table[0][0] = true;
    for (int g = 1; g <= glob.length(); g++) {
      char sign = glob.charAt(g - 1);
      table[g][0] = sign == '*' && table[g - 1][0];
      for (int t = 1; t <= text.length(); t++) {
        table[g][t] =
            sign == '*'
                ? table[g - 1][t] || table[g][t - 1]
                : table[g - 1][t - 1] && (sign == '?' || sign == text.charAt(t - 1));
      }
    }
    return table[glob.length()][text.length()];
  }

  private static boolean isWithin(String path, String folder) {
    return path.startsWith("/")
        && !path.contains("\\")
        && !path.contains("\u0000")
        && rewritten(path).startsWith(rewritten(folder));
  }

  /** {@return the path with a slash at its end, rewritten until nothing can be left out} */
  private static String rewritten(String path) {
    var now = path + "/";
    for (var before = ""; !before.equals(now); ) {
      before = now;
      now =
          now.replaceFirst("//", "/")
              .replaceFirst("/\\./", "/")
              .replaceFirst("^/\\.\\./", "/")
              .replaceFirst("/(?!\\.\\.?/)[^/]+/\\.\\./", "/");
    }
    return now;
  }

  @Test
  @DisplayName("for 50,000 random conditions on random arguments")
  void everywhere() {
    Seeds.forEach(
        5_000,
        seed -> {
          var tried = new Tried(new Random(seed));
          var arguments = tried.object(3);
          var canonical = Canonical.unambiguous(json(arguments).getBytes(StandardCharsets.UTF_8));
          assertThat(canonical).isNotNull();
          for (int i = 0; i < 10; i++) {
            var condition = tried.condition();
            assertThat(MatchedArguments.anyHolds(List.of(condition), canonical))
                .as("%s for %s", condition, json(arguments))
                .isEqualTo(expected(condition, arguments));
          }
        });
  }

  /** Values that are expensive to look at, long ones of 128 Ki characters. */
  private enum Hostile {
    ONE_LETTER("{\"a\":\"" + "x".repeat(1 << 17) + "\"}"),
    DIGITS("{\"a\":\"1" + "0".repeat(1 << 17) + "\"}"),
    EXPONENT("{\"a\":\"1e999999999\",\"b\":\"1e-999999999\"}"),
    SLASHES("{\"a\":\"" + "/".repeat(1 << 17) + "\"}"),
    ASCENTS("{\"a\":\"/" + "x/../".repeat(1 << 15) + "\"}"),
    ITEMS("{\"a\":[" + "[],".repeat(1 << 15) + "[]]}"),
    DEEP("{\"a\":" + "[".repeat(120) + "]".repeat(120) + "}"),
    BRANCHES("{\"a\":" + "[".repeat(100) + "1,".repeat(9_000) + "1" + "]".repeat(100) + "}");

    private final String arguments;

    Hostile(String arguments) {
      this.arguments = arguments;
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("and there is an answer soon, whatever a caller sends")
  void hostile(Hostile values) {
    var canonical = Canonical.unambiguous(values.arguments.getBytes(StandardCharsets.UTF_8));
    assertThat(canonical).isNotNull();
    var globs = List.of("*" + "x".repeat(200) + "y", "*x".repeat(200) + "y", "?*".repeat(200));
    for (var pointer : List.of("/a", "/*", "/a" + "/*".repeat(120), "/a" + "/0".repeat(120))) {
      for (var glob : globs) {
        for (var test : List.of(ArgumentCondition.Test.LIKE, ArgumentCondition.Test.UNLIKE)) {
          holds(pointer, test, glob, canonical);
        }
      }
      for (var number : List.of("0", "1e999999999", "1e-999999999")) {
        holds(pointer, ArgumentCondition.Test.GREATER, number, canonical);
        holds(pointer, ArgumentCondition.Test.IS, number, canonical);
      }
      holds(pointer, ArgumentCondition.Test.OUTSIDE, "/srv", canonical);
    }
  }

  private static void holds(
      String pointer, ArgumentCondition.Test test, String operand, byte[] arguments) {
    var condition = new ArgumentCondition(pointer, test, operand);
    var _ = MatchedArguments.anyHolds(List.of(condition), arguments);
  }
}
