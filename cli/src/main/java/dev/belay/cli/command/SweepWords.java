package dev.belay.cli.command;

import dev.belay.cli.shell.UsageException;
import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.sweep.Loads;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan;
import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** Options of {@code belay sweep}, with the seed's names and defaults. */
final class SweepWords {
  private static final String VALUES = "40,80,120,160,200";

  static final List<OptionSpec> OPTIONS =
      List.of(
          text("--total", "N", "requests of each point (1000)"),
          text("--concurrency-values", "N,...", "how many at once, a point each (" + VALUES + ")"),
          text("--rate", "R,...", "requests a second instead, without waiting for earlier ones"),
          text("--max-in-flight", "N", "with --rate: most under way at once (1000)"),
          text("--p95-slo-ms", "MS", "how slow one in twenty may be (400)"),
          text("--p99-slo-ms", "MS", "how slow one in a hundred may be (800)"),
          text("--timeout-secs", "S", "how long each answer may take (30)"),
          text("--warmup-calls", "N", "unmeasured calls of each client before each point (2)"),
          text("--tool", "NAME", "call this tool instead of tools/list"),
          text("--args", "JSON", "its arguments as one object ({})"),
          ServerSpec.flag("--allow-request-errors", "exit 0 although requests failed"),
          ServerSpec.flag("--json", "print the report as JSON"),
          text("--json-out", "FILE", "write the report for programs"),
          text("--markdown-out", "FILE", "write the report for people"),
          text("--html-out", "FILE", "write the report as a page with curves"),
          OptionSpec.builder("--reports")
              .arity("0..1")
              .fallbackValue("")
              .paramLabel("DIR")
              .type(String.class)
              .description("write all three, into that folder (.run/reports)")
              .build(),
          text("--save-baseline", "NAME", "keep the figures in .run/baselines, blended with older"),
          text("--baseline", "NAME", "exit 1 where figures are worse than those kept"),
          text("--baseline-alpha", "A", "weight of a new run in a baseline, 0 to 1 (0.35)"),
          text("--tolerance-factor", "F", "this many times as slow still passes (2.0)"),
          text("--tolerance-ms", "MS", "this much slower still passes (40)"),
          OptionSpec.builder("--compare")
              .arity("2")
              .paramLabel("FILE")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .description("compare two JSON reports; exit 1 where the second is worse")
              .build());

  private final Said said;
  private final TypedNumbers numbers;

  SweepWords(Said said) {
    this.said = said;
    numbers = new TypedNumbers(said);
  }

  private static OptionSpec text(String name, String label, String about) {
    return ServerSpec.text(name, label, about).build();
  }

  SweepPlan plan() throws UsageException {
    var rates = said.value("--rate");
    var values = said.value("--concurrency-values");
    if (rates != null && values != null) {
      throw new UsageException("--rate and --concurrency-values both say the load; give one");
    }
    var loads =
        rates == null
            ? loads("--concurrency-values", values == null ? VALUES : values, Loads::concurrency)
            : loads("--rate", rates, Loads::rates);
    int total = numbers.count("--total", 1000, 1);
    double most = loads.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (rates == null && total < most) {
      throw new UsageException(
          "%d requests of each point are fewer than %.0f at once; give more with --total, or fewer at once with --concurrency-values"
              .formatted(total, most));
    }
    return new SweepPlan(
        rates == null ? Mode.CLOSED : Mode.OPEN,
        loads,
        total,
        numbers.count("--warmup-calls", 2, 0),
        numbers.seconds("--timeout-secs", 30),
        numbers.count("--max-in-flight", 1000, 1),
        new Slo(numbers.positive("--p95-slo-ms", 400), numbers.positive("--p99-slo-ms", 800)));
  }

  private static List<Double> loads(
      String option, String text, Function<String, List<Double>> reader) throws UsageException {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  ProbeRequest request() throws UsageException {
    var tool = said.value("--tool");
    var arguments = said.value("--args");
    if (tool == null && arguments != null) {
      throw new UsageException("--args needs a tool: --tool NAME");
    }
    return tool == null
        ? ProbeRequest.toolsList()
        : ProbeRequest.toolCall(tool, ToolArguments.parse(List.of(), arguments).json(null));
  }

  Tolerance tolerance() throws UsageException {
    double factor = numbers.positive("--tolerance-factor", Tolerance.DEFAULT.factor());
    if (factor < 1) {
      throw new UsageException("--tolerance-factor: expected 1 or more");
    }
    return new Tolerance(factor, numbers.millis("--tolerance-ms", 40).toMillis());
  }

  double alpha() throws UsageException {
    return numbers.share("--baseline-alpha", 0.35);
  }

  /** {@return the baseline to compare with; null for none} */
  @Nullable String baseline() {
    return said.value("--baseline");
  }

  /** {@return the baseline to put the figures into; null for none} */
  @Nullable String saved() {
    return said.value("--save-baseline");
  }

  boolean allowsErrors() {
    return !said.values("--allow-request-errors").isEmpty();
  }
}
