package dev.belay.bench.http;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many echoes a second Belay answers, and how many other gateways do, by turns. */
final class SideBySide {
  private static final List<Integer> CONNECTIONS = List.of(1, 8, 32);

  private final HttpEffort effort;
  private final Map<String, List<Wrk.Run>> runs = new LinkedHashMap<>();

  SideBySide(HttpEffort effort) {
    this.effort = effort;
  }

  List<Figure> take(Gateway ours, List<Gateway> others) throws IOException, InterruptedException {
    var running = new ArrayList<RunningGateway>();
    try {
      var sessions = new ArrayList<EchoSession>();
      running.add(RunningGateway.start(ours));
      for (var other : others) {
        running.add(RunningGateway.start(other));
      }
      for (var gateway : running) {
        var session = EchoSession.open(gateway);
        sessions.add(session);
        var _ = Wrk.run(session, 8, effort.round());
      }
      for (int connections : CONNECTIONS) {
        for (int round = 0; round < effort.rounds(); round++) {
          for (var session : sessions) {
            var name = session.gateway().gateway().name();
            runs.computeIfAbsent(name + connections, _ -> new ArrayList<>())
                .add(Wrk.run(session, connections, effort.round()));
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

  private List<Figure> figures(Gateway ours, List<Gateway> others) {
    var figures = new ArrayList<Figure>();
    for (int connections : CONNECTIONS) {
      double here = perSecond(ours, connections);
      var name = "echo, " + (connections == 1 ? "1 connection" : connections + " connections");
      figures.add(Figure.told(name, told(ours, connections), "/s", here));
      for (var other : others) {
        var figure = name + ", beside " + other.name();
        double ratio = here / perSecond(other, connections);
        var detail = told(other, connections);
        figures.add(
            switch (connections) {
              case 1 -> Figure.atLeast(figure, detail, 2, "×", ratio);
              case 32 -> Figure.atLeast(figure, detail, 5, "×", ratio);
              default -> Figure.told(figure, detail, "×", ratio);
            });
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
