package dev.belay.bench;

import dev.belay.bench.catalog.CatalogFigures;
import dev.belay.bench.core.CoreFigures;
import dev.belay.bench.http.HttpFigures;
import dev.belay.bench.http.LiveFigures;
import dev.belay.bench.jobs.JobFigures;
import dev.belay.bench.report.Document;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Surroundings;
import dev.belay.bench.soak.SoakFigures;
import dev.belay.bench.stall.StallFigures;
import dev.belay.bench.stall.StallOptions;
import dev.belay.bench.tools.ToolsFigures;
import dev.belay.bench.turns.TurnsFigures;
import dev.belay.bench.wrap.WrapFigures;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.runner.RunnerException;

/** Measures the requested figures and prints them beside their targets; started by bench/run. */
public final class Bench {
  private static final String MINUTES = "--minutes=";
  private static final String SOAK = "soak";
  private static final String STALLS = "stalls";

  /** The parts that judge Belay in place of measuring it: no part of all, and they can fail. */
  private static final Set<String> TRIALS = Set.of(SOAK, STALLS);

  private static final String USAGE =
      """
      usage: bench/run core|wrap|http|live|catalog|tools|turns|jobs|soak|all [--quick] [--write] [--minutes=N]
             bench/run stalls [--module=NAME,…] [--tests=PATTERN | --command=COMMAND] [--minutes=N]
                              [--seed=N] [--every=MS] [--from=MS] [--to=MS]

        core     what the governor costs, in this process alone
        wrap     servers bare and behind belay wrap, side by side
        http     belay serve and other gateways, side by side
        live     what it costs that pages look at every call
        catalog  many servers behind one belay serve, and who watches it
        tools    tools in Java, beside the same tool by the SDKs
        turns    what a turn costs over its calls, how soon an abort reaches them
        jobs     what it costs to keep jobs: durable events, pages of many
        soak     belay serve under everything that can go wrong, and whether it stays as it was; not
                 part of all
        stalls   the tests tagged process, while random JVMs and servers below them stop for 2 to 3 s;
                 names those that fail; not part of all
        --minutes=N  how long to soak: 10 unless told otherwise; how long to run the tests again:
                 once unless told otherwise
        --module=NAME,…  only tests of these modules
        --tests=PATTERN  the tests of this pattern of Surefire, whatever their tags
        --command=COMMAND  a command of the shell, such as peers/test, in place of tests
        --seed=N  the seed of the choices, to make those of another run
        --every=MS  the mean time from one stop to the next: 1000 unless told otherwise
        --from=MS, --to=MS  how long a process stands still
        --quick  fewer rounds, to see what a change does
        --write  keep the figures in docs/benchmarks.md\
      """;

  /** Measures the figures of one part. */
  @FunctionalInterface
  private interface Part {
    void take(Report report) throws IOException, InterruptedException, RunnerException;
  }

  private Bench() {}

  /** Runs the program; the first argument is the root of the checkout. */
  public static void main(String... arguments)
      throws IOException, InterruptedException, RunnerException {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    var root = Path.of(arguments[0]);
    var typed = new HashSet<>(Arrays.asList(arguments).subList(1, arguments.length));
    boolean writes = typed.remove("--write");
    var effort = typed.remove("--quick") ? Effort.QUICK : Effort.FULL;
    var length = length(typed);
    var parts = parts(root, effort);
    parts.put(
        SOAK,
        report ->
            SoakFigures.take(report, root, length.orElse(Duration.ofMinutes(10)), out::println));
    if (typed.contains(STALLS)) {
      var options = StallOptions.take(typed);
      var again = length.orElse(Duration.ZERO);
      parts.put(STALLS, report -> StallFigures.take(report, root, options, again, out::println));
    }
    var all = typed.remove("all");
    if (all ? !typed.isEmpty() : typed.size() != 1 || !parts.keySet().containsAll(typed)) {
      out.println(USAGE);
      System.exit(2);
    }
    boolean fails = false;
    for (var part : parts.entrySet()) {
      if (all ? !TRIALS.contains(part.getKey()) : typed.contains(part.getKey())) {
        double before = Surroundings.load();
        var report = new Report();
        part.getValue().take(report);
        var text = Surroundings.line(before, Surroundings.load()) + "\n\n" + report.table() + "\n";
        out.println(text);
        if (writes) {
          new Document(root.resolve("docs/benchmarks.md")).write(part.getKey(), text);
        }
        fails = TRIALS.contains(part.getKey()) && report.isMissed();
      }
    }
    if (fails) {
      System.exit(1);
    }
  }

  private static Map<String, Part> parts(Path root, Effort effort) {
    var parts = new LinkedHashMap<String, Part>();
    parts.put("core", report -> CoreFigures.take(report, effort));
    parts.put("wrap", report -> WrapFigures.take(report, root, effort));
    parts.put("http", report -> HttpFigures.take(report, root, effort));
    parts.put("live", report -> LiveFigures.take(report, root, effort));
    parts.put("catalog", report -> CatalogFigures.take(report, root, effort));
    parts.put("tools", report -> ToolsFigures.take(report, root, effort));
    parts.put("turns", report -> TurnsFigures.take(report, effort));
    parts.put("jobs", report -> JobFigures.take(report, root, effort));
    return parts;
  }

  /** Removes the duration of a trial from the typed words, and returns it. */
  private static Optional<Duration> length(Set<String> typed) {
    var said = typed.stream().filter(one -> one.matches(MINUTES + "[1-9]\\d{0,3}")).findFirst();
    said.ifPresent(typed::remove);
    return said.map(one -> Duration.ofMinutes(Long.parseLong(one.substring(MINUTES.length()))));
  }
}
