package dev.belay.bench.turns;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Jmh;
import java.util.HashMap;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** What a turn costs over its calls, in time and in allocation. */
final class TurnCosts {
  private TurnCosts() {}

  static List<Figure> take(int forks) throws RunnerException {
    var nanos = new HashMap<String, Double>();
    var bytes = new HashMap<String, Double>();
    for (var result : Jmh.runWithAllocation(TurnBenchmark.class, forks)) {
      var name = result.getPrimaryResult().getLabel();
      nanos.put(name, result.getPrimaryResult().getScore());
      var allocated = result.getSecondaryResults().get(Jmh.BYTES_EACH);
      bytes.put(name, allocated == null ? Double.NaN : allocated.getScore());
    }
    double turn = nanos.getOrDefault("turn", Double.NaN);
    double calls = nanos.getOrDefault("calls", Double.NaN);
    double call = nanos.getOrDefault("call", Double.NaN);
    double allocated = bytes.getOrDefault("turn", Double.NaN);
    double single = bytes.getOrDefault("call", Double.NaN) * TurnBenchmark.CALLS;
    return List.of(
        Figure.atMost(
            "a turn of 8 parallel empty calls, over one such call",
            "%s µs; one call %s µs, the 8 without a turn %s µs"
                .formatted(
                    Figure.text(turn / 1e3), Figure.text(call / 1e3), Figure.text(calls / 1e3)),
            "+",
            60,
            "µs",
            (turn - call) / 1e3),
        Figure.atMost(
            "what it allocates, beside 8 single calls",
            "%s B; 8 single calls %s B".formatted(Figure.text(allocated), Figure.text(single)),
            "",
            1.2,
            "times",
            allocated / single));
  }
}
