package dev.belay.bench;

import dev.belay.bench.catalog.CatalogFigures;
import dev.belay.bench.core.CoreFigures;
import dev.belay.bench.http.HttpFigures;
import dev.belay.bench.report.Document;
import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Surroundings;
import dev.belay.bench.report.Table;
import dev.belay.bench.soak.SoakFigures;
import dev.belay.bench.tools.ToolsFigures;
import dev.belay.bench.turns.TurnsFigures;
import dev.belay.bench.wrap.Effort;
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
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.runner.RunnerException;

/** Takes the figures asked for and prints them beside their targets; started by bench/run. */
public final class Bench {
  private static final Set<String> KNOWN =
      Set.of("core", "wrap", "http", "catalog", "tools", "turns", "soak", "all");

  private static final String MINUTES = "--minutes=";
  private static final Duration SOAK = Duration.ofMinutes(10);
  private static final String USAGE =
      """
      usage: bench/run core|wrap|http|catalog|tools|turns|soak|all [--quick] [--write] [--minutes=N]
        core     what the governor costs, in this process alone
        wrap     servers bare and behind belay wrap, side by side
        http     belay serve and other gateways, side by side
        catalog  many servers behind one belay serve, and who watches it
        tools    tools in Java, beside the same tool by the SDKs
        turns    what a turn costs over its calls, how soon an abort reaches them
        soak     belay serve under everything that can go wrong, and whether it stays as it was; not
                 part of all
        --minutes=N  how long to soak: 10 unless told otherwise
        --quick  fewer rounds, to see what a change does
        --write  keep the figures in docs/benchmarks.md\
      """;

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Path root;
  private final boolean writes;

  private Bench(Path root, boolean writes) {
    this.root = root;
    this.writes = writes;
  }

  /** Takes the root of the checkout, then what the user typed. */
  public static void main(String... arguments)
      throws IOException, InterruptedException, RunnerException {
    var typed = new HashSet<>(Arrays.asList(arguments).subList(1, arguments.length));
    var bench = new Bench(Path.of(arguments[0]), typed.remove("--write"));
    boolean quick = typed.remove("--quick");
    var length = length(typed);
    if (typed.size() != 1 || !KNOWN.containsAll(typed)) {
      bench.out.println(USAGE);
      System.exit(2);
    }
    if (typed.contains("soak")) {
      bench.soak(length);
    } else {
      bench.take(typed.iterator().next(), quick ? Effort.QUICK : Effort.FULL);
    }
  }

  /**
   * Takes how long to soak out of what was typed; what says no such thing stays, and is unknown.
   */
  private static Duration length(Set<String> typed) {
    var said = typed.stream().filter(one -> one.matches(MINUTES + "[1-9]\\d{0,3}")).findFirst();
    if (said.isEmpty()) {
      return SOAK;
    }
    typed.remove(said.get());
    return Duration.ofMinutes(Long.parseLong(said.get().substring(MINUTES.length())));
  }

  private void soak(Duration length) throws IOException, InterruptedException {
    double before = Surroundings.load();
    var figures = SoakFigures.take(root, length, out::println);
    tell("soak", before, figures);
    if (figures.stream().anyMatch(figure -> figure.verdict().equals("MISSED"))) {
      System.exit(1);
    }
  }

  private void take(String which, Effort effort)
      throws IOException, InterruptedException, RunnerException {
    if (which.equals("core") || which.equals("all")) {
      double before = Surroundings.load();
      tell("core", before, CoreFigures.take(effort.forks()));
    }
    if (which.equals("wrap") || which.equals("all")) {
      double before = Surroundings.load();
      tell("wrap", before, WrapFigures.take(root, effort));
    }
    if (which.equals("http") || which.equals("all")) {
      double before = Surroundings.load();
      tell("http", before, HttpFigures.take(root, effort));
    }
    if (which.equals("catalog") || which.equals("all")) {
      double before = Surroundings.load();
      tell("catalog", before, CatalogFigures.take(root, effort));
    }
    if (which.equals("tools") || which.equals("all")) {
      double before = Surroundings.load();
      tell("tools", before, ToolsFigures.take(root, effort));
    }
    if (which.equals("turns") || which.equals("all")) {
      double before = Surroundings.load();
      tell("turns", before, TurnsFigures.take(effort.forks()));
    }
  }

  private void tell(String part, double loadBefore, List<Figure> figures) throws IOException {
    var text =
        Surroundings.line(loadBefore, Surroundings.load()) + "\n\n" + Table.of(figures) + "\n";
    out.println(text);
    if (writes) {
      new Document(root.resolve("docs/benchmarks.md")).write(part, text);
    }
  }
}
