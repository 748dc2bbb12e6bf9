package dev.belay.probe.report;

import java.util.List;

/**
 * One line of a chart.
 *
 * @param name beside the line, and its class in the style
 * @param bound what its values must not pass; not a number where there is none
 */
record Curve(String name, List<Spot> spots, double bound) {
  Curve {
    spots = List.copyOf(spots);
  }

  /** One value; {@code failed} where the point it belongs to had errors. */
  record Spot(double load, double value, boolean failed) {}

  /** {@return the highest value; zero without one} */
  double highest() {
    return spots.stream().mapToDouble(Spot::value).max().orElse(0);
  }
}
