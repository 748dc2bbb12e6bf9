package dev.belay.bench.http;

import dev.belay.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Echo calls per second of Belay and of others, by turns.
 *
 * @param connections the numbers of connections, one after the other
 * @param rounds the number of turns of each with each number
 * @param round the duration of a turn
 */
public record SideBySide(List<Integer> connections, int rounds, Duration round) {
  /** Makes a defensive copy. */
  public SideBySide {
    connections = List.copyOf(connections);
  }

  /**
   * A gateway to compare Belay with.
   *
   * @param least the least ratio of Belay's rate to its rate, by the number of connections
   */
  public record Other(Gateway gateway, Map<Integer, Double> least) {
    /** Makes a defensive copy. */
    public Other {
      least = Map.copyOf(least);
    }
  }

  /** Measures Belay, and the others beside it. */
  public void take(Report report, Gateway ours, List<Other> others)
      throws IOException, InterruptedException {
    var running = new ArrayList<RunningGateway>();
    try {
      running.add(RunningGateway.start(ours));
      for (var other : others) {
        running.add(RunningGateway.start(other.gateway()));
      }
      var sessions = new ArrayList<EchoSession>();
      for (var gateway : running) {
        sessions.add(EchoSession.open(gateway));
      }
      for (int count : connections) {
        tell(report, ours, others, count, Wrk.rounds(sessions, count, rounds, round));
      }
      for (var session : sessions) {
        session.look();
      }
    } finally {
      for (var gateway : running) {
        gateway.close();
      }
    }
  }

  private static void tell(
      Report report, Gateway ours, List<Other> others, int count, List<Wrk.Run> runs) {
    double here = runs.getFirst().perSecond();
    var name = "echo, " + (count == 1 ? "1 connection" : count + " connections");
    report.told(name, "/s", here, detail(ours, runs.getFirst()));
    for (int i = 0; i < others.size(); i++) {
      var other = others.get(i);
      var run = runs.get(i + 1);
      var figure = name + ", beside " + other.gateway().name();
      double ratio = here / run.perSecond();
      var least = other.least().get(count);
      if (least == null) {
        report.told(figure, "×", ratio, detail(other.gateway(), run));
      } else {
        report.atLeast(figure, least, "×", ratio, detail(other.gateway(), run));
      }
    }
  }

  private static String detail(Gateway gateway, Wrk.Run run) {
    return "%s %,d/s, p50 %,d µs, p99 %,d µs%s"
        .formatted(
            gateway.name(), run.perSecond(), run.p50Micros(), run.p99Micros(), run.failures());
  }
}
