package dev.belay.probe.report;

import dev.belay.mcp.envelope.JsonString;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a JSON object with line breaks for readability. For one thread. */
final class PrettyJson {
  private static final int SHORT = 80;

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  /**
   * Adds a member.
   *
   * @param value text, number, boolean, null, another object, or a list of these
   */
  PrettyJson with(String key, @Nullable Object value) {
    members.put(key, value);
    return this;
  }

  /** Adds the figures of these columns. */
  PrettyJson with(List<Column> columns, Column.Source source) {
    columns.forEach(column -> with(column.key, column.json(source.of(column))));
    return this;
  }

  /** {@return the JSON, ending with a line break} */
  String text() {
    return json(this, "") + "\n";
  }

  /** {@return a figure rounded to that many decimals; null if it is NaN} */
  static @Nullable BigDecimal rounded(double figure, int places) {
    return Double.isFinite(figure)
        ? BigDecimal.valueOf(figure).setScale(places, RoundingMode.HALF_UP)
        : null;
  }

  /** {@return a load, with decimals only if needed} */
  static BigDecimal load(double load) {
    return new BigDecimal(BigDecimal.valueOf(load).stripTrailingZeros().toPlainString());
  }

  private static String json(@Nullable Object value, String indent) {
    var inner = indent + "  ";
    return switch (value) {
      case null -> "null";
      case String text -> JsonString.quote(text);
      case BigDecimal number -> number.toPlainString();
      case PrettyJson object -> {
        var parts = new ArrayList<String>();
        object.members.forEach(
            (key, member) -> parts.add(JsonString.quote(key) + ": " + json(member, inner)));
        yield "{" + joined(parts, indent) + "}";
      }
      case List<?> list ->
          "[" + joined(list.stream().map(item -> json(item, inner)).toList(), indent) + "]";
      default -> String.valueOf(value);
    };
  }

  /** Puts short values on one line. */
  private static String joined(List<String> parts, String indent) {
    var line = String.join(", ", parts);
    boolean isShort = line.length() <= SHORT && line.indexOf('\n') < 0;
    var lines = "\n" + indent + "  ";
    return isShort ? line : lines + String.join("," + lines, parts) + "\n" + indent;
  }
}
