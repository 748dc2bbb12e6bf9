package dev.belay.cli.command;

import dev.belay.cli.shell.UsageException;
import dev.belay.probe.oneshot.Probe.ProbePlan;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** What can be said to {@code belay probe}, with the seed's names and defaults. */
final class ProbeWords {
  static final List<OptionSpec> OPTIONS =
      List.of(
          text("--timeout-secs", "S", "how long each answer may take (30)"),
          text("--sequential-samples", "N", "requests one after the other (20)"),
          text("--sequential-sleep-ms", "MS", "pause between them (50)"),
          text("--bench-small-total", "N", "requests of the small bench; 0 = skip it (200)"),
          text("--bench-small-concurrency", "N", "how many of them at once (40)"),
          text("--bench-large-total", "N", "requests of the large bench; 0 = skip it (1000)"),
          text("--bench-large-concurrency", "N", "how many of them at once (100)"),
          text("--log-file", "FILE", "a log of the server; what is written meanwhile is counted"),
          ServerSpec.flag("--allow-request-errors", "exit 0 although requests failed"),
          text(
              "--json-out", "FILE", "the report (.run/reports/mcp-tools-list-observability.json)"));

  private ProbeWords() {}

  private static OptionSpec text(String name, String label, String about) {
    return ServerSpec.text(name, label, about).build();
  }

  /** Finds what is wrong before a server is looked for. */
  static void check(Said said) throws UsageException {
    var numbers = new TypedNumbers(said);
    var _ = numbers.seconds("--timeout-secs", 30);
    var _ = load(numbers, "small", 200, 40);
    var _ = load(numbers, "large", 1000, 100);
    var _ = numbers.count("--sequential-samples", 20, 0);
    var _ = numbers.millis("--sequential-sleep-ms", 50);
  }

  static ProbePlan plan(Said said, ProbedServer server) throws UsageException {
    var numbers = new TypedNumbers(said);
    var log = said.value("--log-file");
    return new ProbePlan(
        numbers.seconds("--timeout-secs", 30),
        numbers.count("--sequential-samples", 20, 0),
        numbers.millis("--sequential-sleep-ms", 50),
        load(numbers, "small", 200, 40),
        load(numbers, "large", 1000, 100),
        server.endpoint("/health"),
        said.value("--base-url") == null ? null : server.endpoint("/embed/batch"),
        log == null ? null : Path.of(log));
  }

  private static ProbePlan.Load load(TypedNumbers numbers, String name, int total, int concurrency)
      throws UsageException {
    return new ProbePlan.Load(
        numbers.count("--bench-" + name + "-total", total, 0),
        numbers.count("--bench-" + name + "-concurrency", concurrency, 1));
  }
}
