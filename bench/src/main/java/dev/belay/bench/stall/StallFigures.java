package dev.belay.bench.stall;

import dev.belay.bench.report.Report;
import dev.belay.core.time.Time;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Claims that fall when processes stall: tests, or a command, run while random JVMs and servers
 * below them stand still for seconds, as on a machine that is short of memory or processors.
 */
public final class StallFigures {
  private static final int LAST_LINES = 20;

  private static final Time TIME = Time.system();

  private final StallOptions options;
  private final Path root;
  private final Path output;
  private final Consumer<String> say;
  private final List<Claim> claims = new ArrayList<>();

  private StallFigures(StallOptions options, Path root, Consumer<String> say) {
    this.options = options;
    this.root = root;
    this.say = say;
    this.output = root.resolve("target/stalls/output");
  }

  /**
   * Runs the tests once, or again until a time has passed, and names the claims that fell; the
   * stalls are in {@code target/stalls/log}.
   */
  public static void take(
      Report report, Path root, StallOptions options, Duration length, Consumer<String> say)
      throws IOException, InterruptedException {
    var figures = new StallFigures(options, root, say);
    Files.createDirectories(figures.output.getParent());
    var log = figures.output.resolveSibling("log");
    long seed = options.seed().orElseGet(() -> TIME.wall().toEpochMilli());
    say.accept("stalls: seed " + seed + ", the log is " + log);
    int runs = 0;
    long end = TIME.nanos() + length.toNanos();
    try (var injector = new Injector(options, seed, log)) {
      Runtime.getRuntime()
          .addShutdownHook(Thread.ofPlatform().name("belay-bench").unstarted(injector::close));
      do {
        figures.run(injector);
        runs++;
      } while (TIME.nanos() < end);
      var stalls = injector.stalls();
      var fallen = figures.claims.stream().filter(claim -> claim.failure().isPresent()).toList();
      fallen.forEach(claim -> say.accept(claim.told(stalls)));
      report.told("stalls", "", stalls.size(), "seed %d", seed);
      report.atMost(
          "claims that fell",
          0,
          "",
          fallen.size(),
          "of %d in %d runs",
          figures.claims.size(),
          runs);
    }
  }

  private void run(Injector injector) throws IOException, InterruptedException {
    var begin = TIME.wall();
    var exit =
        injector.run(
            new ProcessBuilder(options.command().map(StallFigures::shell).orElseGet(this::maven))
                .directory(root.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile()));
    var end = TIME.wall();
    // Whatever it wrote, in whatever encoding.
    var lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
    var found =
        options.command().isPresent()
            ? CommandOutput.claims(lines, begin, end)
            : SurefireReports.read(root, begin, end);
    claims.addAll(found);
    var broken = broken(exit, found);
    if (broken.isPresent()) {
      lines.stream().skip(Math.max(0, lines.size() - LAST_LINES)).forEach(say);
      claims.add(new Claim("the run itself", broken, begin, end));
    }
  }

  /** Returns why the run tells less than it seems to; tests that fall leave Maven successful. */
  private Optional<String> broken(Optional<Integer> exit, List<Claim> found) {
    if (exit.isEmpty()) {
      return Optional.of("took too long and was ended");
    }
    boolean isExplained =
        options.command().isPresent()
            && found.stream().anyMatch(claim -> claim.failure().isPresent());
    if (exit.get() != 0 && !isExplained) {
      return Optional.of("exit code " + exit.get() + "; its output is in " + output);
    }
    return found.isEmpty() && options.command().isEmpty()
        ? Optional.of("no test ran; its output is in " + output)
        : Optional.empty();
  }

  private static List<String> shell(String command) {
    return List.of("/bin/sh", "-c", command);
  }

  private List<String> maven() {
    var words = new ArrayList<String>();
    words.addAll(
        List.of("mvn", "-B", "-ntp", "-Dstyle.color=never", "-Dmaven.test.failure.ignore=true"));
    words.addAll(List.of("-DreportTestTimestamp=true", "-Dsurefire.failIfNoSpecifiedTests=false"));
    if (options.modules().isEmpty()) {
      // Its classes are those of this program, and stay as they are.
      words.addAll(List.of("-pl", "!bench"));
    } else {
      words.addAll(List.of("-pl", String.join(",", options.modules()), "-am"));
    }
    words.add(options.tests().map("-Dtest="::concat).orElse("-Dgroups=process"));
    if (options.tests().isEmpty() && !options.modules().isEmpty()) {
      // Of what is built on the way no tests run.
      words.add(
          options.modules().stream()
              .map("dev/belay/%s/**/*Test"::formatted)
              .collect(Collectors.joining(",", "-Dtest=", "")));
    }
    words.add("test");
    return words;
  }
}
