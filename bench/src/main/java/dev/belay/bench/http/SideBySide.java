package dev.belay.bench.http;

import dev.belay.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How many echoes a second Belay answers, and how many others do, by turns.
 *
 * @param connections with how many connections, one number after the other
 * @param rounds how often each has its turn with each number
 * @param round how long a turn takes
 */
public record SideBySide(List<Integer> connections, int rounds, Duration round) {
  /** Keeps its own list. */
  public SideBySide {
    connections = List.copyOf(connections);
  }

  /**
   * One that stands beside Belay.
   *
   * @param least how many times what it answers Belay has to answer, by the number of connections
   */
  public record Other(Gateway gateway, Map<Integer, Double> least) {
    /** Keeps its own map. */
    public Other {
      least = Map.copyOf(least);
    }
  }

  /** Takes the figures of Belay, each followed by those of the others beside it. */
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
