package dev.belay.bench.http;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many echoes a second Belay answers, and how many others do, by turns. */
public final class SideBySide {
  private final Turns turns;
  private final Map<String, List<Wrk.Run>> runs = new LinkedHashMap<>();

  /** Measures in such turns. */
  public SideBySide(Turns turns) {
    this.turns = turns;
  }

  /**
   * The turns of all.
   *
   * @param connections with how many connections, one number after the other
   * @param rounds how often each has its turn with each number
   * @param round how long a turn takes
   */
  public record Turns(List<Integer> connections, int rounds, Duration round) {
    /** Keeps its own list. */
    public Turns {
      connections = List.copyOf(connections);
    }
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

  /** {@return the figures of Belay, each followed by those of the others beside it} */
  public List<Figure> take(Gateway ours, List<Other> others)
      throws IOException, InterruptedException {
    var running = new ArrayList<RunningGateway>();
    try {
      var sessions = new ArrayList<EchoSession>();
      running.add(RunningGateway.start(ours));
      for (var other : others) {
        running.add(RunningGateway.start(other.gateway()));
      }
      for (var gateway : running) {
        var session = EchoSession.open(gateway);
        sessions.add(session);
        var _ = Wrk.run(session, 8, turns.round());
      }
      for (int connections : turns.connections()) {
        for (int round = 0; round < turns.rounds(); round++) {
          for (var session : sessions) {
            var name = session.gateway().gateway().name();
            runs.computeIfAbsent(name + connections, _ -> new ArrayList<>())
                .add(Wrk.run(session, connections, turns.round()));
          }
        }
      }
      for (var session : sessions) {
        session.look();
      }
    } finally {
      for (var gateway : running) {
        gateway.close();
      }
    }
    return figures(ours, others);
  }

  private List<Figure> figures(Gateway ours, List<Other> others) {
    var figures = new ArrayList<Figure>();
    for (int connections : turns.connections()) {
      double here = perSecond(ours, connections);
      var name = "echo, " + (connections == 1 ? "1 connection" : connections + " connections");
      figures.add(Figure.told(name, told(ours, connections), "/s", here));
      for (var other : others) {
        var figure = name + ", beside " + other.gateway().name();
        double ratio = here / perSecond(other.gateway(), connections);
        var detail = told(other.gateway(), connections);
        var least = other.least().get(connections);
        figures.add(
            least == null
                ? Figure.told(figure, detail, "×", ratio)
                : Figure.atLeast(figure, detail, least, "×", ratio));
      }
    }
    return figures;
  }

  private List<Wrk.Run> of(Gateway gateway, int connections) {
    return runs.getOrDefault(gateway.name() + connections, List.of());
  }

  private double perSecond(Gateway gateway, int connections) {
    return Sample.of(of(gateway, connections).stream().map(Wrk.Run::perSecond).toList()).median();
  }

  private String told(Gateway gateway, int connections) {
    var all = of(gateway, connections);
    double p50 = Sample.of(all.stream().map(Wrk.Run::p50Micros).toList()).median();
    double p99 = Sample.of(all.stream().map(Wrk.Run::p99Micros).toList()).median();
    long failed = all.stream().mapToLong(Wrk.Run::failed).sum();
    return "%s %s/s, p50 %s µs, p99 %s µs%s"
        .formatted(
            gateway.name(),
            Figure.text(perSecond(gateway, connections)),
            Figure.text(p50),
            Figure.text(p99),
            failed == 0 ? "" : ", " + failed + " FAILED");
  }
}
