package dev.belay.bench.core;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Jmh;
import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** The figures of the governor, taken one after the other. */
public final class CoreFigures {
  private static final int MANY = 100_000;
  private static final int SPINNERS = 16;
  private static final double MIB = 1024 * 1024;

  private CoreFigures() {}

  /**
   * {@return the figures; JMH's own report goes to standard output meanwhile}
   *
   * @param forks how many JVMs each benchmark runs in, one after the other
   */
  public static List<Figure> take(int forks)
      throws RunnerException, IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    addScores(figures, scores(forks));
    figures.add(memory());
    figures.add(lateness(0));
    figures.add(lateness(MANY - 10_000));
    figures.add(latenessBesideSpinners());
    figures.add(looksBesideSpinners());
    return figures;
  }

  private static Map<String, Double> scores(int forks) throws RunnerException {
    var scores = new HashMap<String, Double>();
    for (var result : Jmh.run(GovernorBenchmark.class, forks)) {
      var parameters = result.getParams();
      scores.put(
          result.getPrimaryResult().getLabel() + "@" + parameters.getParam("inFlight"),
          result.getPrimaryResult().getScore());
    }
    return scores;
  }

  private static void addScores(List<Figure> figures, Map<String, Double> scores) {
    for (var others : List.of("0", "100000")) {
      var where = others.equals("0") ? "alone" : "100,000 in flight";
      double reply = scores.getOrDefault("startToReply@" + others, Double.NaN);
      double join = scores.getOrDefault("startToJoin@" + others, Double.NaN);
      double pipelined = scores.getOrDefault("pipelined@" + others, Double.NaN);
      double unlimited = scores.getOrDefault("pipelinedUnlimited@" + others, Double.NaN);
      double floor = scores.getOrDefault("virtualThreadAlone@" + others, Double.NaN);
      figures.add(
          Figure.atMost(
              "start → settle of an empty call, " + where,
              "bare virtual thread %s µs; to join of a platform thread %s µs; pipelined %s µs each"
                  .formatted(
                      Figure.text(floor / 1e3),
                      Figure.text(join / 1e3),
                      Figure.text(pipelined / 1e3)),
              "",
              8,
              "µs",
              reply / 1e3));
      figures.add(
          Figure.atMost(
              "heartbeat, " + where,
              "",
              "",
              60,
              "ns",
              scores.getOrDefault("heartbeat@" + others, Double.NaN)));
      figures.add(
          Figure.atMost(
              "limits armed + disarmed, " + where,
              "with two journal events; pipelined calls with limits less those without %s ns"
                  .formatted(Figure.text(pipelined - unlimited)),
              "",
              250,
              "ns",
              scores.getOrDefault("armAndDisarm@" + others, Double.NaN)));
    }
  }

  private static Figure memory() throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                CallMemory.class.getName(),
                Integer.toString(MANY))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var words =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", -1);
    process.waitFor();
    double heap = Double.parseDouble(words[0]);
    double size = Double.parseDouble(words[1]);
    return Figure.atMost(
        "100,000 calls in flight, resident",
        "heap %s MiB; %s B heap, %s B resident each"
            .formatted(Figure.text(heap / MIB), Figure.text(heap / MANY), Figure.text(size / MANY)),
        "",
        300,
        "MiB",
        size / MIB);
  }

  private static Figure lateness(int others) throws InterruptedException {
    Sample late = new LimitLateness(others, 10_000, 0).measure();
    return Figure.atMost(
        "limits reached by 10,000 of %,d calls, latest".formatted(others + 10_000),
        "p50 %s ms, p99 %s ms"
            .formatted(Figure.text(late.median() / 1e6), Figure.text(late.at(0.99) / 1e6)),
        "",
        50,
        "ms late",
        late.max() / 1e6);
  }

  private static Figure latenessBesideSpinners() throws InterruptedException {
    return besideSpinners(
        "limits reached by 500 calls, latest", new LimitLateness(0, 500, SPINNERS).measure());
  }

  private static Figure looksBesideSpinners() throws InterruptedException {
    return besideSpinners(
        "all calls seen from a virtual thread, slowest of 500", new Looks(500, SPINNERS).measure());
  }

  private static Figure besideSpinners(String what, Sample late) {
    return Figure.atMost(
        what + ", beside " + SPINNERS + " that spin",
        "p50 %s ms, p99 %s ms"
            .formatted(Figure.text(late.median() / 1e6), Figure.text(late.at(0.99) / 1e6)),
        "",
        250,
        "ms",
        late.max() / 1e6);
  }
}
