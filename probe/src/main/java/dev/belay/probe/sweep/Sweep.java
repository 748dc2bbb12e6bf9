package dev.belay.probe.sweep;

import dev.belay.probe.load.Attempt;
import dev.belay.probe.load.LoadGenerator;
import dev.belay.probe.load.Measurement;
import dev.belay.probe.peer.MeasurementFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Raises the load on a server step by step, and measures each point. */
public final class Sweep {
  /** The time in which requests warm up the client itself, until its code is compiled. */
  private static final Duration CLIENT_WARM_UP = Duration.ofSeconds(3);

  private final SweepPlan plan;
  private final LoadGenerator generator;
  private final SweepListener listener;

  /** Prepares a sweep; sends nothing yet. */
  public Sweep(SweepPlan plan, LoadGenerator generator, SweepListener listener) {
    this.plan = plan;
    this.generator = generator;
    this.listener = listener;
  }

  /**
   * Measures all points; returns those so far if the server stops answering, or a person
   * interrupts.
   *
   * @throws MeasurementFailed if already the first warm-up gets no answer at all
   */
  public List<Point> run(Attempt attempt) throws MeasurementFailed, InterruptedException {
    var points = new ArrayList<Point>();
    for (double load : plan.loads()) {
      listener.begin(load, points.size() + 1, plan.loads().size());
      var warmup = points.isEmpty() ? warmUpClient(attempt, load) : warmUp(attempt, load);
      if (points.isEmpty() && isDead(warmup)) {
        throw new MeasurementFailed(
            "no answer while warming up: " + warmup.faults().getFirst().reason());
      }
      if (generator.interrupted().isDone()) {
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

  private static boolean isDead(Measurement warmup) {
    return warmup.total() > 0 && warmup.errors() == warmup.total();
  }

  /** Without this the least load would show the slowness of the client's own first requests. */
  private Measurement warmUpClient(Attempt attempt, double load) {
    long end = generator.time().nanos() + CLIENT_WARM_UP.toNanos();
    Measurement last;
    do {
      last = warmUp(attempt, load);
    } while (last.total() > last.errors()
        && last.stopped() == null
        && generator.time().nanos() < end);
    return last;
  }

  private Measurement warmUp(Attempt attempt, double load) {
    int clients = plan.warmupClients(load);
    return generator.closed(
        attempt, clients, Math.multiplyExact(clients, plan.warmupCalls()), _ -> {});
  }

  private Measurement measure(Attempt attempt, double load) throws InterruptedException {
    return switch (plan.mode()) {
      case CLOSED ->
          generator.closed(
              attempt, (int) load, plan.total(), done -> listener.count(done, plan.total()));
      case OPEN ->
          generator.open(
              attempt,
              load,
              plan.maxInFlight(),
              plan.total(),
              done -> listener.count(done, plan.total()));
    };
  }

  /** Receives the progress of a sweep; called by many threads, so it must not block. */
  public interface SweepListener {
    /** A point begins. */
    void begin(double load, int number, int of);

    /** That many of its requests have ended. */
    void count(int done, int total);
  }
}
