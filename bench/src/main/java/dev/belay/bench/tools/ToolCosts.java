package dev.belay.bench.tools;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Jmh;
import java.util.HashMap;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** What the way of a call through an annotated tool costs. */
final class ToolCosts {
  private ToolCosts() {}

  static List<Figure> take(int forks) throws RunnerException {
    var nanos = new HashMap<String, Double>();
    for (var result : Jmh.run(ToolBenchmark.class, forks)) {
      var score = result.getPrimaryResult();
      nanos.put(score.getLabel(), score.getScore());
    }
    double bare = nanos.getOrDefault("governorAlone", Double.NaN);
    double tool = nanos.getOrDefault("annotatedTool", Double.NaN);
    double dispatch = nanos.getOrDefault("dispatch", Double.NaN);
    return List.of(
        Figure.atMost(
            "an annotated tool with two arguments, over an empty call",
            "%s µs over %s µs of the bare governor"
                .formatted(Figure.text(tool / 1e3), Figure.text(bare / 1e3)),
            "+",
            10,
            "µs",
            (tool - bare) / 1e3),
        Figure.atMost(
            "its dispatch alone",
            "method called with arguments already parsed, result normalized",
            "",
            1,
            "µs",
            dispatch / 1e3));
  }
}
