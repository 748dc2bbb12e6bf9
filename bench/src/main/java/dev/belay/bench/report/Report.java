package dev.belay.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Figures beside their targets.
 *
 * <p>The detail of a figure is a format; its {@code %s} show numbers with three digits.
 */
public final class Report {
  private static final List<String> HEAD = List.of("Figure", "Behind it", "Target", "Measured", "");
  private static final String MISSED = "MISSED";

  /** Rows of the table, each with the cells of {@link #HEAD}. */
  private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));

  /** Measures some figures. */
  @FunctionalInterface
  public interface Part {
    /** Measures them. */
    void take() throws IOException, InterruptedException;
  }

  /** Measures some figures; reports the reason instead if that fails. */
  public void part(String name, Part part) throws InterruptedException {
    try {
      part.take();
    } catch (IOException e) {
      missing(name, String.valueOf(e.getMessage()));
    }
  }

  /** Adds a figure that must not exceed {@code most}. */
  public void atMost(
      String name, double most, String unit, double measured, String detail, Object... of) {
    judged(name, "≤ " + text(most), unit, text(measured), measured <= most, words(detail, of));
  }

  /** Adds a figure that must not exceed {@code most}. */
  public void atMost(String name, double most, String unit, double measured) {
    atMost(name, most, unit, measured, "");
  }

  /** Adds a difference that must not exceed {@code most}. */
  public void added(
      String name, double most, String unit, double measured, String detail, Object... of) {
    var shown = (measured >= 0 ? "+" : "") + text(measured);
    judged(name, "≤ +" + text(most), unit, shown, measured <= most, words(detail, of));
  }

  /** Adds a figure that must reach {@code least}. */
  public void atLeast(
      String name, double least, String unit, double measured, String detail, Object... of) {
    judged(name, "≥ " + text(least), unit, text(measured), measured >= least, words(detail, of));
  }

  /** Adds a figure without a target. */
  public void told(String name, String unit, double measured, String detail, Object... of) {
    rows.add(List.of(name, words(detail, of), "", text(measured) + " " + unit, ""));
  }

  /** Adds the reason in place of figures that could not be measured. */
  public void missing(String name, String reason) {
    rows.add(List.of(name, reason, "", "not taken", MISSED));
  }

  private void judged(
      String name, String target, String unit, String measured, boolean isMet, String detail) {
    rows.add(
        List.of(name, detail, target + " " + unit, measured + " " + unit, isMet ? "met" : MISSED));
  }

  private static String words(String detail, Object... of) {
    return detail.formatted(
        Stream.of(of).map(one -> one instanceof Double number ? text(number) : one).toArray());
  }

  /** {@return whether a target was missed, or a figure is missing} */
  public boolean isMissed() {
    return rows.stream().anyMatch(row -> row.getLast().equals(MISSED));
  }

  /** {@return the figures as a Markdown table whose columns also line up on a terminal} */
  public String table() {
    var text = new StringBuilder();
    for (var row : rows) {
      for (int column = 0; column < HEAD.size(); column++) {
        text.append("| ").append(row.get(column));
        text.repeat(' ', width(column) - row.get(column).length() + 1);
      }
      text.append("|\n");
      if (row.equals(HEAD)) {
        for (int column = 0; column < HEAD.size(); column++) {
          text.append('|').repeat('-', width(column) + 2);
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** {@return a number with three significant digits, or all digits before the point} */
  public static String text(double value) {
    double size = Math.abs(value);
    return size >= 100 || size == 0
        ? "%,.0f".formatted(value)
        : size >= 10 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }
}
