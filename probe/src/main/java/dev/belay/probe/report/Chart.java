package dev.belay.probe.report;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Curves over the load as inline SVG, with what is recommended and the knee drawn in.
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
  private static final int WIDTH = 720;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 70;
  private static final int TOP = 24;
  private static final int BOTTOM = 46;

  /** A bound further above the curves than this would press them flat, and is left out. */
  private static final double NEAR = 2;

  Chart {
    curves = List.copyOf(curves);
  }

  String svg() {
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
    var svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .append(WIDTH)
        .append(' ')
        .append(HEIGHT)
        .append("\" role=\"img\" aria-label=\"")
        .append(Xml.text(title))
        .append("\">\n");
    axes(svg, x, y);
    mark(svg, x, knee, "knee", "knee");
    mark(svg, x, recommended, "recommended", "recommended");
    for (var curve : curves) {
      if (isNear(curve.bound(), highest)) {
        bound(svg, y, curve);
      }
      draw(svg, x, y, curve);
    }
    return svg.append("</svg>\n").toString();
  }

  private static boolean isNear(double bound, double highest) {
    return bound <= NEAR * highest;
  }

  private void axes(StringBuilder svg, Scale x, Scale y) {
    for (double tick : y.ticks()) {
      line(svg, "grid", LEFT, y(y, tick), WIDTH - RIGHT, y(y, tick));
      text(svg, "tick end", LEFT - 8, y(y, tick) + 4, tick(tick));
    }
    for (double tick : x.ticks()) {
      text(svg, "tick middle", x(x, tick), HEIGHT - BOTTOM + 18, tick(tick));
    }
    line(svg, "axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    text(svg, "tick middle", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, loadTitle);
    text(svg, "tick", 4, 14, unit);
  }

  private static String tick(double value) {
    return SweepMarkdown.load(Math.round(value * 1000) / 1000.0);
  }

  private static void mark(
      StringBuilder svg, Scale x, @Nullable Double load, String style, String label) {
    if (load != null) {
      line(svg, "mark " + style, x(x, load), TOP, x(x, load), HEIGHT - BOTTOM);
      double at = style.equals("knee") ? TOP - 4 : TOP + 10;
      text(svg, "tick", x(x, load) + 5, at, label + " " + SweepMarkdown.load(load));
    }
  }

  private static void bound(StringBuilder svg, Scale y, Curve curve) {
    line(
        svg,
        "bound " + curve.name(),
        LEFT,
        y(y, curve.bound()),
        WIDTH - RIGHT,
        y(y, curve.bound()));
    text(
        svg,
        "tick end",
        WIDTH - RIGHT - 4,
        y(y, curve.bound()) - 4,
        curve.name() + " bound " + SweepMarkdown.load(curve.bound()));
  }

  private void draw(StringBuilder svg, Scale x, Scale y, Curve curve) {
    var points = new StringJoiner(" ");
    curve
        .spots()
        .forEach(spot ->
            points.add(Xml.number(x(x, spot.load())) + "," + Xml.number(y(y, spot.value()))));
    svg.append("<polyline class=\"curve ")
        .append(curve.name())
        .append("\" points=\"")
        .append(points)
        .append("\"/>\n");
    for (var spot : curve.spots()) {
      boolean best = recommended != null && recommended == spot.load();
      svg.append("<circle class=\"spot ")
          .append(curve.name())
          .append(spot.failed() ? " failed" : "")
          .append(best ? " best" : "")
          .append("\" data-load=\"")
          .append(SweepMarkdown.load(spot.load()))
          .append("\" data-value=\"")
          .append(SweepMarkdown.figure(spot.value(), 2))
          .append("\" cx=\"")
          .append(Xml.number(x(x, spot.load())))
          .append("\" cy=\"")
          .append(Xml.number(y(y, spot.value())))
          .append("\" r=\"")
          .append(best ? 7 : 4)
          .append("\"><title>")
          .append(
              Xml.text(
                  curve.name()
                      + " at "
                      + SweepMarkdown.load(spot.load())
                      + ": "
                      + SweepMarkdown.figure(spot.value(), 2)
                      + " "
                      + unit
                      + (spot.failed() ? ", with errors" : "")))
          .append("</title></circle>\n");
    }
    if (!curve.spots().isEmpty()) {
      var last = curve.spots().getLast();
      text(svg, "label", x(x, last.load()) + 10, y(y, last.value()) + 4, curve.name());
    }
  }

  private static double x(Scale scale, double load) {
    return LEFT + scale.share(load) * (WIDTH - RIGHT - LEFT);
  }

  private static double y(Scale scale, double value) {
    return HEIGHT - BOTTOM - scale.share(value) * (HEIGHT - BOTTOM - TOP);
  }

  private static void line(
      StringBuilder svg, String style, double x1, double y1, double x2, double y2) {
    svg.append("<line class=\"")
        .append(style)
        .append("\" x1=\"")
        .append(Xml.number(x1))
        .append("\" y1=\"")
        .append(Xml.number(y1))
        .append("\" x2=\"")
        .append(Xml.number(x2))
        .append("\" y2=\"")
        .append(Xml.number(y2))
        .append("\"/>\n");
  }

  private static void text(StringBuilder svg, String style, double x, double y, String text) {
    svg.append("<text class=\"")
        .append(style)
        .append("\" x=\"")
        .append(Xml.number(x))
        .append("\" y=\"")
        .append(Xml.number(y))
        .append("\">")
        .append(Xml.text(text))
        .append("</text>\n");
  }
}
