package dev.belay.probe.sweep;

import dev.belay.probe.load.Attempt;
import dev.belay.probe.load.ClosedLoop;
import dev.belay.probe.load.Measurement;
import dev.belay.probe.load.OpenLoop;
import dev.belay.probe.load.Site;
import java.util.ArrayList;
import java.util.List;

/** Raises the load on a server point by point, and measures each. */
public final class Sweep {
  private final SweepPlan plan;
  private final Site site;
  private final SweepListener listener;

  /** Prepares a sweep; nothing is asked yet. */
  public Sweep(SweepPlan plan, Site site, SweepListener listener) {
    this.plan = plan;
    this.site = site;
    this.listener = listener;
  }

  /**
   * Measures all points; where nobody answers any more, or a person interrupts, those so far.
   *
   * @throws SweepFailed if already the first warm-up brings no answer at all
   */
  public List<Point> run(Attempt attempt) throws SweepFailed, InterruptedException {
    var points = new ArrayList<Point>();
    for (double load : plan.loads()) {
      listener.begin(load, points.size() + 1, plan.loads().size());
      var warmup = warmUp(attempt, load);
      if (points.isEmpty() && warmup.total() > 0 && warmup.errors() == warmup.total()) {
        throw new SweepFailed("no answer while warming up: " + warmup.faults().getFirst().reason());
      }
      if (site.interrupted().isDone()) {
        break;
      }
      var point = new Point(load, measure(attempt, load));
      points.add(point);
      if (point.measured().stopped() != null) {
        break;
      }
    }
    return List.copyOf(points);
  }

  private Measurement warmUp(Attempt attempt, double load) {
    int clients = plan.warmupClients(load);
    return new ClosedLoop(site)
        .run(attempt, clients, Math.multiplyExact(clients, plan.warmupCalls()), _ -> {});
  }

  private Measurement measure(Attempt attempt, double load) throws InterruptedException {
    return switch (plan.mode()) {
      case CLOSED ->
          new ClosedLoop(site)
              .run(attempt, (int) load, plan.total(), done -> listener.count(done, plan.total()));
      case OPEN ->
          new OpenLoop(site, plan.maxInFlight())
              .run(attempt, load, plan.total(), done -> listener.count(done, plan.total()));
    };
  }
}
