package dev.belay.bench.soak;

import dev.belay.bench.report.Report;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Readings over time as one SVG picture: a strip for each quantity. */
final class Plot {
  private static final int WIDTH = 900;
  private static final int STRIP = 110;
  private static final int LEFT = 150;
  private static final int GAP = 30;

  private final StringBuilder svg = new StringBuilder();
  private final List<Vitals> readings;
  private int strips;

  private Plot(List<Vitals> readings) {
    this.readings = readings;
  }

  static String of(List<Vitals> readings) {
    var plot = new Plot(readings);
    plot.strip("resident size, MiB", Vitals::mib);
    plot.strip("threads", Vitals::threads);
    plot.strip("descriptors", Vitals::descriptors);
    plot.strip("children", Vitals::children);
    plot.strip("things done", Vitals::done);
    int height = plot.strips * (STRIP + GAP) + GAP;
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
    <rect width="100%%" height="100%%" fill="white"/>
    %s</svg>
    """
        .formatted(LEFT + WIDTH + GAP, height, plot.svg);
  }

  private void strip(String name, ToDoubleFunction<Vitals> value) {
    int top = GAP / 2 + strips++ * (STRIP + GAP);
    double most = readings.stream().mapToDouble(value).max().orElse(1);
    double end = Math.max(1, readings.isEmpty() ? 1 : readings.getLast().seconds());
    var points = new StringBuilder();
    for (var reading : readings) {
      points.append(
          "%.1f,%.1f "
              .formatted(
                  LEFT + WIDTH * reading.seconds() / end,
                  top + STRIP - STRIP * value.applyAsDouble(reading) / Math.max(most, 1)));
    }
    svg.append(
        """
        <rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#ccc"/>
        <polyline points="%s" fill="none" stroke="#225588"/>
        <text x="4" y="%d">%s</text><text x="%d" y="%d" text-anchor="end">%s</text>
        <text x="%d" y="%d" text-anchor="end">%.0f s</text>
        """
            .formatted(
                LEFT,
                top,
                WIDTH,
                STRIP,
                points.toString().strip(),
                top + STRIP / 2,
                name,
                LEFT - 6,
                top + 10,
                Report.text(most),
                LEFT + WIDTH,
                top + STRIP + 13,
                end));
  }
}
