package dev.belay.probe.report;

import dev.belay.mcp.envelope.JsonString;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, texts, numbers and truth values as JSON for people and programs. */
public final class JsonText {
  private static final int SHORT = 80;

  private JsonText() {}

  /** {@return the value on as many lines as are good to read, with a line break at the end} */
  public static String of(@Nullable Object value) {
    return json(value, "") + "\n";
  }

  /** {@return a figure with so many places; null where it is none} */
  public static @Nullable BigDecimal rounded(double figure, int places) {
    return Double.isFinite(figure)
        ? BigDecimal.valueOf(figure).setScale(places, RoundingMode.HALF_UP)
        : null;
  }

  /** {@return a load, without places if it needs none} */
  public static BigDecimal load(double load) {
    return new BigDecimal(BigDecimal.valueOf(load).stripTrailingZeros().toPlainString());
  }

  private static String json(@Nullable Object value, String indent) {
    return switch (value) {
      case null -> "null";
      case String text -> JsonString.quote(text);
      case BigDecimal number -> number.toPlainString();
      case Map<?, ?> map -> {
        var members = new ArrayList<String>();
        map.forEach((key, inner) ->
            members.add(JsonString.quote(String.valueOf(key)) + ": " + json(inner, indent + "  ")));
        yield "{" + joined(members, indent) + "}";
      }
      case List<?> list ->
          "[" + joined(list.stream().map(item -> json(item, indent + "  ")).toList(), indent) + "]";
      default -> String.valueOf(value);
    };
  }

  /** What is short needs no lines of its own. */
  private static String joined(List<String> parts, String indent) {
    var line = String.join(", ", parts);
    boolean isShort = line.length() <= SHORT && line.indexOf('\n') < 0;
    var lines = "\n" + indent + "  ";
    return isShort ? line : lines + String.join("," + lines, parts) + "\n" + indent;
  }
}
