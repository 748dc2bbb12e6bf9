package dev.belay.bench.http;

import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The load generator wrk, a separate program, with a script of echo calls. */
public final class Wrk {
  private static final Pattern FIGURES =
      Pattern.compile("figures (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)");

  private Wrk() {}

  /**
   * Result of one run.
   *
   * @param failed requests without an answer, or with one of another status than success
   */
  public record Run(long perSecond, long p50Micros, long p99Micros, long failed) {
    /** {@return the medians of several runs, and the sum of failures} */
    static Run of(List<Run> runs) {
      return new Run(
          Sample.of(runs.stream().map(Run::perSecond).toList()).median(),
          Sample.of(runs.stream().map(Run::p50Micros).toList()).median(),
          Sample.of(runs.stream().map(Run::p99Micros).toList()).median(),
          runs.stream().mapToLong(Run::failed).sum());
    }

    /** {@return a note about failures; empty for none} */
    public String failures() {
      return failed == 0 ? "" : ", " + failed + " FAILED";
    }
  }

  /**
   * {@return the results of that many rounds, by turns in each of these sessions, after a warm-up
   * round; empty where that is the only one}
   */
  public static List<Run> rounds(
      List<EchoSession> sessions, int connections, int rounds, Duration length)
      throws IOException, InterruptedException {
    var runs = sessions.stream().map(_ -> new ArrayList<Run>()).toList();
    for (int round = -1; round < rounds; round++) {
      for (int i = 0; i < sessions.size(); i++) {
        var run = run(sessions.get(i), connections, length);
        if (round >= 0) {
          runs.get(i).add(run);
        }
      }
    }
    return rounds == 0 ? List.of() : runs.stream().map(Run::of).toList();
  }

  /** Makes the calls of that session over that many connections for that time. */
  private static Run run(EchoSession session, int connections, Duration length)
      throws IOException, InterruptedException {
    var script = script();
    try {
      var address = session.gateway().address();
      var process =
          new ProcessBuilder(
                  "wrk",
                  "-t1",
                  "-c" + connections,
                  "-d" + length.toSeconds() + "s",
                  "-s",
                  script.toString(),
                  "http://127.0.0.1:" + address.getPort() + "/mcp",
                  "--",
                  session.id(),
                  session.call())
              .redirectErrorStream(true)
              .start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      var figures = FIGURES.matcher(said);
      if (!figures.find()) {
        throw new IOException("wrk gave no figures: " + said.strip());
      }
      long requests = Long.parseLong(figures.group(1));
      long micros = Long.parseLong(figures.group(2));
      return new Run(
          requests * 1_000_000 / micros,
          Long.parseLong(figures.group(3)),
          Long.parseLong(figures.group(4)),
          Long.parseLong(figures.group(5)));
    } finally {
      Files.delete(script);
    }
  }

  private static Path script() throws IOException {
    var file = Files.createTempFile("belay-bench-", ".lua");
    try (var in = Wrk.class.getResourceAsStream("echo.lua")) {
      if (in == null) {
        throw new IOException("echo.lua is not beside its class");
      }
      Files.write(file, in.readAllBytes());
    }
    return file;
  }
}
