package dev.belay.probe.report;

import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.Request;
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
 * All that a sweep found out.
 *
 * @param target address or command of the server
 * @param baseline what comparing with a baseline came to; null without one
 */
public record SweepReport(
    String target,
    Instant at,
    Health health,
    Request request,
    SweepPlan plan,
    List<Point> points,
    @Nullable BaselineCheck baseline) {
  public SweepReport {
    points = List.copyOf(points);
  }

  /** {@return what was asked, for people: the tool where one was called} */
  public String asked() {
    return request.tool() == null ? request.method() : request.method() + " " + request.tool();
  }

  /** {@return how much load to allow} */
  public Recommendation recommendation() {
    return Recommendation.of(points, plan.slo());
  }

  /** {@return where the server is full; null if it does not show} */
  public @Nullable Knee knee() {
    return Knee.of(points);
  }

  /** {@return how many requests failed in all} */
  public int errors() {
    return points.stream().mapToInt(Point::errors).sum();
  }

  /** {@return the figures alone, to be compared} */
  public Series series() {
    return new Series(target, asked(), plan.mode(), points.stream().map(Figures::of).toList());
  }

  /** {@return the same with what comparing with a baseline came to} */
  public SweepReport with(BaselineCheck check) {
    return new SweepReport(target, at, health, request, plan, points, check);
  }
}
