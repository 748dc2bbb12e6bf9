package dev.belay.probe.report;

import dev.belay.probe.load.Measurement;
import dev.belay.probe.oneshot.Embedding;
import dev.belay.probe.oneshot.LogScan;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.oneshot.ProbeReport.Sequence;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.SweepPlan.Mode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes reports as JSON, described by {@code sweep-v1.schema.json} and {@code
 * probe-v1.schema.json} beside this class.
 */
public final class ReportJson {
  /** Version of the sweep format; changes with every incompatible change. */
  static final String SWEEP = "belay.sweep.v1";

  /** Version of the probe format; changes with every incompatible change. */
  static final String PROBE = "belay.probe.v1";

  private static final List<Column> BENCH =
      List.of(
          Column.TOTAL,
          Column.ERRORS,
          Column.ELAPSED,
          Column.RPS,
          Column.P50,
          Column.P95,
          Column.P99);

  private ReportJson() {}

  /** {@return a sweep as JSON} */
  public static String of(SweepReport report) {
    var plan = report.plan();
    var key = plan.mode().key();
    var slo = plan.slo();
    var mean = report.points().stream().mapToDouble(Point::rps).average().orElse(Double.NaN);
    return new PrettyJson()
        .with("schema", SWEEP)
        .with("generated_at", report.at().toString())
        .with("base_url", report.target())
        .with("request", report.asked())
        .with("mode", plan.mode().wire())
        .with("health_ok", report.health().ok())
        .with("health_status", report.health().status())
        .with("slo", new PrettyJson().with("p95_ms", slo.p95Ms()).with("p99_ms", slo.p99Ms()))
        .with("total_per_point", plan.total())
        .with("warmup_calls", plan.warmupCalls())
        .with(key + "_values", loads(plan.loads()))
        .with("points", report.points().stream().map(point -> point(point, plan.mode())).toList())
        .with(
            "summary",
            new PrettyJson()
                .with("point_count", report.points().size())
                .with("error_total", report.errors())
                .with("mean_rps", PrettyJson.rounded(mean, 2)))
        .with("recommendation", recommendation(report, key))
        .with("baseline", baseline(report.baseline(), key))
        .text();
  }

  /** {@return a probe as JSON} */
  public static String of(ProbeReport report) {
    return new PrettyJson()
        .with("schema", PROBE)
        .with("base_url", report.target())
        .with("health_ok", report.health().ok())
        .with("health_status", report.health().status())
        .with(
            "tools_list",
            new PrettyJson()
                .with("tool_count", report.toolCount())
                .with("payload_bytes", report.payloadBytes())
                .with("first_call_ms", PrettyJson.rounded(report.firstCallMs(), 3)))
        .with("embed_batch", embedding(report.embedding()))
        .with("sequential_profile", sequence(report.sequence(), report.sequentialErrors()))
        .with(
            "benchmarks",
            new PrettyJson()
                .with("small", bench(report.small()))
                .with("large", bench(report.large())))
        .with("log_scan", log(report.log()))
        .text();
  }

  private static List<BigDecimal> loads(List<Double> loads) {
    return loads.stream().map(PrettyJson::load).toList();
  }

  private static @Nullable BigDecimal load(@Nullable Double load) {
    return load == null ? null : PrettyJson.load(load);
  }

  private static PrettyJson point(Point point, Mode mode) {
    var measured = point.measured();
    var load = PrettyJson.load(point.load());
    return measured(
        new PrettyJson()
            .with("concurrency", mode == Mode.CLOSED ? load : measured.peak())
            .with("rate", mode == Mode.OPEN ? load : null),
        List.of(Column.values()),
        measured);
  }

  private static @Nullable PrettyJson bench(ProbeReport.@Nullable Bench bench) {
    return bench == null
        ? null
        : measured(
            new PrettyJson().with("concurrency", bench.concurrency()), BENCH, bench.measured());
  }

  private static PrettyJson measured(PrettyJson json, List<Column> columns, Measurement measured) {
    return json.with(columns, column -> column.of(measured))
        .with("stopped", measured.stopped())
        .with(
            "error_reasons",
            measured.faults().stream()
                .map(
                    one -> new PrettyJson().with("reason", one.reason()).with("count", one.count()))
                .toList());
  }

  private static PrettyJson recommendation(SweepReport report, String key) {
    var recommended = report.recommendation();
    var knee = report.knee();
    return new PrettyJson()
        .with("recommended_" + key, load(recommended.load()))
        .with("reason", recommended.reason())
        .with("feasible_" + key, loads(recommended.feasible()))
        .with("knee_" + key, knee == null ? null : load(knee.load()))
        .with("knee_rule", knee == null ? null : knee.rule().wire());
  }

  private static @Nullable PrettyJson baseline(@Nullable BaselineCheck check, String key) {
    return check == null
        ? null
        : new PrettyJson()
            .with("path", check.path().toString())
            .with("loaded", check.loaded())
            .with("written", check.written())
            .with("regression_count", check.regressions().size())
            .with(
                "regressions",
                check.regressions().stream().map(one -> regression(one, key)).toList());
  }

  private static PrettyJson regression(Regression one, String key) {
    return new PrettyJson()
        .with(key, PrettyJson.load(one.load()))
        .with("figure", one.figure())
        .with("observed", PrettyJson.rounded(one.observed(), 3))
        .with("baseline", PrettyJson.rounded(one.before(), 3))
        .with("threshold", PrettyJson.rounded(one.threshold(), 3));
  }

  private static PrettyJson embedding(Embedding embedding) {
    return switch (embedding) {
      case Embedding.Skipped(String why) ->
          new PrettyJson().with("status", "skipped").with("reason", why);
      case Embedding.Vectors(int count, int dimension) ->
          new PrettyJson()
              .with("status", "ok")
              .with("vector_count", count)
              .with("vector_dim", dimension);
      case Embedding.Broken(String why) ->
          new PrettyJson().with("status", "failed").with("reason", why);
    };
  }

  private static PrettyJson sequence(Sequence sequence, int errors) {
    return new PrettyJson()
        .with("count", sequence.times().size())
        .with("errors", errors)
        .with("first_ms", PrettyJson.rounded(sequence.at(0), 3))
        .with("second_ms", PrettyJson.rounded(sequence.at(1), 3))
        .with("min_ms", PrettyJson.rounded(sequence.min(), 3))
        .with("median_ms", PrettyJson.rounded(sequence.median(), 3))
        .with("max_ms", PrettyJson.rounded(sequence.max(), 3));
  }

  private static @Nullable PrettyJson log(ProbeReport.Log log) {
    var scan = log.scan();
    if (log.path() == null) {
      return null;
    }
    var json = new PrettyJson().with("exists", scan != null).with("path", log.path().toString());
    return scan == null ? json : scanned(scan, json);
  }

  private static PrettyJson scanned(LogScan scan, PrettyJson json) {
    var figures = new PrettyJson();
    scan.lastFigures().forEach((name, figure) -> figures.with(name, new BigDecimal(figure)));
    return json.with("line_count", scan.lines())
        .with("warning_count", scan.warnings())
        .with("error_count", scan.errors())
        .with("dynamic_loader_count", scan.loaderLines())
        .with("tools_list_stats_count", scan.statsLines())
        .with("tools_list_served_debug_count", scan.servedLines())
        .with("last_dynamic_loader_line", scan.lastLoader())
        .with("last_tools_list_stats_line", scan.lastStats())
        .with("parsed_last_tools_list_stats", scan.lastStats() == null ? null : figures);
  }
}
