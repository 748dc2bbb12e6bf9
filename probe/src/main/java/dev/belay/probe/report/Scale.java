package dev.belay.probe.report;

import java.util.ArrayList;
import java.util.List;

/** An axis from zero to a round number, with a few round numbers on it. */
record Scale(double max, double step) {
  private static final int TICKS = 5;
  private static final double[] ROUND = {1, 2, 2.5, 5, 10};

  /** {@return the axis that holds everything up to {@code most}} */
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

  /** {@return the round numbers on it, with zero} */
  List<Double> ticks() {
    var ticks = new ArrayList<Double>();
    for (int i = 0; i * step <= max * 1.0001; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** {@return where a value lies, from 0 to 1} */
  double share(double value) {
    return value / max;
  }
}
