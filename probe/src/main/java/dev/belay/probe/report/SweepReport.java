package dev.belay.probe.report;

import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.sweep.Knee;
import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Recommendation;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.SweepPlan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Findings of a sweep.
 *
 * @param target address or command of the server
 * @param baseline result of the comparison with a baseline; null without one
 */
public record SweepReport(
    String target,
    Instant at,
    Health health,
    ProbeRequest request,
    SweepPlan plan,
    List<Point> points,
    @Nullable BaselineCheck baseline) {
  public SweepReport {
    points = List.copyOf(points);
  }

  /** {@return the request, for people: the tool if it calls one} */
  public String asked() {
    return request.tool() == null ? request.method() : request.method() + " " + request.tool();
  }

  /** {@return the recommended load} */
  public Recommendation recommendation() {
    return Recommendation.of(points, plan.slo());
  }

  /** {@return the point of saturation; null if there is none} */
  public @Nullable Knee knee() {
    return Knee.of(points);
  }

  /** {@return the total of failed requests} */
  public int errors() {
    return points.stream().mapToInt(Point::errors).sum();
  }

  /** {@return the figures alone, for comparisons} */
  public Series series() {
    return new Series(target, asked(), plan.mode(), points.stream().map(Figures::of).toList());
  }

  /** {@return this report with the result of a comparison with a baseline} */
  public SweepReport with(BaselineCheck check) {
    return new SweepReport(target, at, health, request, plan, points, check);
  }
}
