package dev.belay.probe.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Curves over the load as inline SVG, with marks at the recommendation and the knee.
 *
 * @param unit of the values
 * @param loadTitle under the horizontal axis
 * @param recommended null for none
 * @param knee null for none
 */
record Chart(
    String title,
    String unit,
    String loadTitle,
    List<Curve> curves,
    @Nullable Double recommended,
    @Nullable Double knee) {
  private static final int HEIGHT = 300;
  private static final int TOP = 44;
  private static final int BOTTOM = 46;

  /** The distance between lines of text. */
  private static final int LINE = 14;

  /** A bound further above the curves would flatten them, and is left out. */
  private static final double NEAR = 2;

  /**
   * The room of a chart, in which text keeps its size: one that is shown half as wide would have
   * letters half as high.
   */
  enum Room {
    WIDE(720, 64, 110),
    NARROW(370, 46, 96);

    private final int width;

    /** For the values of the axis. */
    private final int left;

    /** For the names of curves. */
    private final int right;

    Room(int width, int left, int right) {
      this.width = width;
      this.left = left;
      this.right = right;
    }

    private int end() {
      return width - right;
    }

    private String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Chart {
    curves = List.copyOf(curves);
  }

  /** {@return the chart for each room; the style shows the one that fits} */
  String svg() {
    return svg(Room.WIDE) + svg(Room.NARROW);
  }

  private String svg(Room room) {
    double highest = curves.stream().mapToDouble(Curve::highest).max().orElse(0);
    double most = highest;
    for (var curve : curves) {
      most = isNear(curve.bound(), highest) ? Math.max(most, curve.bound()) : most;
    }
    var y = Scale.upTo(most * 1.05);
    var x =
        Scale.upTo(
            curves.stream()
                .flatMap(curve -> curve.spots().stream())
                .mapToDouble(Curve.Spot::load)
                .max()
                .orElse(1));
    var svg = new Xml();
    svg.begin(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "viewBox",
            "0 0 " + room.width + " " + HEIGHT,
            "class",
            room.style(),
            "role",
            "img",
            "aria-label",
            title)
        .raw("\n");
    axes(svg, room, x, y);
    mark(svg, room, x, knee, "knee", TOP - 6);
    mark(svg, room, x, recommended, "recommended", TOP - 20);
    var labels = new ArrayList<Label>();
    for (var curve : curves) {
      if (isNear(curve.bound(), highest)) {
        double at = y(y, curve.bound());
        line(svg, "bound " + curve.name(), room.left, at, room.end(), at);
        labels.add(
            new Label(
                "tick", at + 4, curve.name() + " bound " + ProbeReportText.load(curve.bound())));
      }
      draw(svg, room, x, y, curve);
      if (!curve.spots().isEmpty()) {
        double at = y(y, curve.spots().getLast().value());
        labels.add(new Label("label " + curve.name(), at + 4, curve.name()));
      }
    }
    apart(labels)
        .forEach(label -> text(svg, label.style(), room.end() + 8, label.y(), label.text()));
    return svg.end("svg").toString();
  }

  private static boolean isNear(double bound, double highest) {
    return bound <= NEAR * highest;
  }

  private void axes(Xml svg, Room room, Scale x, Scale y) {
    for (double tick : y.ticks()) {
      line(svg, "grid", room.left, y(y, tick), room.end(), y(y, tick));
      text(svg, "tick end", room.left - 8, y(y, tick) + 4, tick(tick));
    }
    for (double tick : x.ticks()) {
      text(svg, "tick middle", x(room, x, tick), HEIGHT - BOTTOM + 18, tick(tick));
    }
    line(svg, "axis", room.left, HEIGHT - BOTTOM, room.end(), HEIGHT - BOTTOM);
    text(svg, "tick middle", (room.left + room.end()) / 2.0, HEIGHT - 8, loadTitle);
    text(svg, "tick", 4, 14, unit);
  }

  private static String tick(double value) {
    return ProbeReportText.load(Math.round(value * 1000) / 1000.0);
  }

  /** Draws a vertical line with its label at the top. */
  private static void mark(
      Xml svg, Room room, Scale x, @Nullable Double load, String name, double labelY) {
    if (load != null) {
      double at = x(room, x, load);
      line(svg, "mark " + name, at, TOP, at, HEIGHT - BOTTOM);
      boolean isLeft = at < room.end() - room.right;
      text(
          svg,
          isLeft ? "tick" : "tick end",
          isLeft ? at + 5 : room.width - 4,
          labelY,
          name + " " + ProbeReportText.load(load));
    }
  }

  /** A text in the right margin, which no line crosses. */
  private record Label(String style, double y, String text) {}

  /** {@return the labels from top to bottom, moved apart to be legible} */
  private static List<Label> apart(List<Label> labels) {
    var sorted = labels.stream().sorted(Comparator.comparingDouble(Label::y)).toList();
    double[] y = sorted.stream().mapToDouble(Label::y).toArray();
    for (int i = 1; i < y.length; i++) {
      y[i] = Math.max(y[i], y[i - 1] + LINE);
    }
    double lowest = HEIGHT - BOTTOM + 4;
    for (int i = y.length - 1; i >= 0; i--) {
      y[i] = Math.min(y[i], lowest);
      lowest = y[i] - LINE;
    }
    var moved = new ArrayList<Label>();
    for (int i = 0; i < y.length; i++) {
      moved.add(new Label(sorted.get(i).style(), y[i], sorted.get(i).text()));
    }
    return moved;
  }

  private void draw(Xml svg, Room room, Scale x, Scale y, Curve curve) {
    var points =
        curve.spots().stream()
            .map(spot -> Xml.number(x(room, x, spot.load())) + "," + Xml.number(y(y, spot.value())))
            .collect(Collectors.joining(" "));
    svg.empty("polyline", "class", "curve " + curve.name(), "points", points);
    for (var spot : curve.spots()) {
      boolean best = recommended != null && recommended == spot.load();
      var load = ProbeReportText.load(spot.load());
      var value = ProbeReportText.figure(spot.value(), 2);
      svg.begin(
              "circle",
              "class",
              "spot " + curve.name() + (spot.failed() ? " failed" : "") + (best ? " best" : ""),
              "data-load",
              load,
              "data-value",
              value,
              "cx",
              x(room, x, spot.load()),
              "cy",
              y(y, spot.value()),
              "r",
              best ? "7" : "4")
          .element(
              "title",
              "%s at %s: %s %s%s"
                  .formatted(curve.name(), load, value, unit, spot.failed() ? ", with errors" : ""))
          .end("circle");
    }
  }

  private static double x(Room room, Scale scale, double load) {
    return room.left + scale.share(load) * (room.end() - room.left);
  }

  private static double y(Scale scale, double value) {
    return HEIGHT - BOTTOM - scale.share(value) * (HEIGHT - BOTTOM - TOP);
  }

  private static void line(Xml svg, String style, double x1, double y1, double x2, double y2) {
    svg.empty("line", "class", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  private static void text(Xml svg, String style, double x, double y, String text) {
    svg.element("text", text, "class", style, "x", x, "y", y);
  }

  /** An axis from zero to a round number, with round numbers as ticks. */
  record Scale(double max, double step) {
    private static final int TICKS = 5;
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    /** {@return an axis for values up to {@code most}} */
    static Scale upTo(double most) {
      double rough = Math.max(most, 1e-6) / TICKS;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double step = 10 * power;
      for (double one : ROUND) {
        if (one * power >= rough) {
          step = one * power;
          break;
        }
      }
      return new Scale(step * Math.ceil(most / step), step);
    }

    /** {@return the ticks, zero included} */
    List<Double> ticks() {
      var ticks = new ArrayList<Double>();
      for (int i = 0; i * step <= max * 1.0001; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }

    /** {@return the position of a value, from 0 to 1} */
    double share(double value) {
      return value / max;
    }
  }

  /**
   * One curve of a chart.
   *
   * @param name beside the curve, and its class in the style
   * @param bound of its values; NaN for none
   */
  record Curve(String name, List<Spot> spots, double bound) {
    Curve {
      spots = List.copyOf(spots);
    }

    /** One value; {@code failed} if its point had errors. */
    record Spot(double load, double value, boolean failed) {}

    /** {@return the greatest value; zero without any} */
    double highest() {
      return spots.stream().mapToDouble(Spot::value).max().orElse(0);
    }
  }
}
