package dev.belay.probe.report;

import dev.belay.probe.sweep.Regression;
import java.nio.file.Path;
import java.util.List;

/**
 * What comparing with a baseline came to.
 *
 * @param loaded whether it knew this server
 * @param written whether the points were put into it
 */
public record BaselineCheck(
    Path path, boolean loaded, boolean written, List<Regression> regressions) {
  public BaselineCheck {
    regressions = List.copyOf(regressions);
  }
}
