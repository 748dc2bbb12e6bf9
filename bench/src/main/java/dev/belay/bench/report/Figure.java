package dev.belay.bench.report;

/**
 * One line of the report: what was measured, beside what was aimed at.
 *
 * @param detail the figures behind the one that is judged; may be empty
 * @param target what was aimed at; empty where nothing was
 * @param verdict met, missed, or empty where there is no target
 */
public record Figure(String name, String detail, String target, String measured, String verdict) {
  /** {@return a figure that must not exceed {@code most}} */
  public static Figure atMost(
      String name, String detail, String sign, double most, String unit, double measured) {
    return new Figure(
        name,
        detail,
        "≤ " + sign + text(most) + " " + unit,
        (measured >= 0 ? sign : "") + text(measured) + " " + unit,
        measured <= most ? "met" : "MISSED");
  }

  /** {@return a figure that must reach {@code least}} */
  public static Figure atLeast(
      String name, String detail, double least, String unit, double measured) {
    return new Figure(
        name,
        detail,
        "≥ " + text(least) + " " + unit,
        text(measured) + " " + unit,
        measured >= least ? "met" : "MISSED");
  }

  /** {@return a figure that is only told} */
  public static Figure told(String name, String detail, String unit, double measured) {
    return new Figure(name, detail, "", text(measured) + " " + unit, "");
  }

  /** {@return what stands in place of figures that could not be taken} */
  public static Figure missing(String name, String reason) {
    return new Figure(name, reason, "", "not taken", "MISSED");
  }

  /** Three digits that count, and no more than people read. */
  public static String text(double value) {
    double size = Math.abs(value);
    return size >= 100 || size == 0
        ? "%,.0f".formatted(value)
        : size >= 10 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }
}
