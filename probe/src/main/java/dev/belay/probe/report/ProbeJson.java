package dev.belay.probe.report;

import dev.belay.probe.load.Latency;
import dev.belay.probe.oneshot.Embedding;
import dev.belay.probe.oneshot.LogScan;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.oneshot.ProbeReport.Sequence;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A probe for programs, as {@code probe-v1.schema.json} beside this class describes it. */
public final class ProbeJson {
  /** Changes with every change that a reader could trip over. */
  static final String SCHEMA = "belay.probe.v1";

  private ProbeJson() {}

  /** {@return the report as JSON} */
  public static String of(ProbeReport report) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("base_url", report.target());
    json.put("health_ok", report.health().ok());
    json.put("health_status", report.health().status());
    json.put("tools_list", list(report));
    json.put("embed_batch", embedding(report.embedding()));
    json.put("sequential_profile", sequence(report.sequence(), report.sequentialErrors()));
    var benchmarks = new LinkedHashMap<String, @Nullable Object>();
    benchmarks.put("small", bench(report.small()));
    benchmarks.put("large", bench(report.large()));
    json.put("benchmarks", benchmarks);
    json.put("log_scan", log(report.log()));
    return JsonText.of(json);
  }

  private static Map<String, @Nullable Object> list(ProbeReport report) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("tool_count", report.toolCount());
    json.put("payload_bytes", report.payloadBytes());
    json.put("first_call_ms", JsonText.rounded(report.firstCallMs(), 3));
    return json;
  }

  private static Map<String, @Nullable Object> embedding(Embedding embedding) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    switch (embedding) {
      case Embedding.Skipped(String why) -> {
        json.put("status", "skipped");
        json.put("reason", why);
      }
      case Embedding.Vectors(int count, int dimension) -> {
        json.put("status", "ok");
        json.put("vector_count", count);
        json.put("vector_dim", dimension);
      }
      case Embedding.Broken(String why) -> {
        json.put("status", "failed");
        json.put("reason", why);
      }
    }
    return json;
  }

  private static Map<String, @Nullable Object> sequence(Sequence sequence, int errors) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("count", sequence.times().size());
    json.put("errors", errors);
    json.put("first_ms", JsonText.rounded(sequence.at(0), 3));
    json.put("second_ms", JsonText.rounded(sequence.at(1), 3));
    json.put("min_ms", JsonText.rounded(sequence.min(), 3));
    json.put("median_ms", JsonText.rounded(sequence.median(), 3));
    json.put("max_ms", JsonText.rounded(sequence.max(), 3));
    return json;
  }

  private static @Nullable Object bench(ProbeReport.@Nullable Bench bench) {
    if (bench == null) {
      return null;
    }
    var measured = bench.measured();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("total", measured.total());
    json.put("concurrency", bench.concurrency());
    json.put("errors", measured.errors());
    json.put("elapsed_s", JsonText.rounded(measured.elapsed().toNanos() / 1e9, 3));
    json.put("rps", JsonText.rounded(measured.rate(), 2));
    json.put("p50_ms", ms(measured.latency(), Latency::p50));
    json.put("p95_ms", ms(measured.latency(), Latency::p95));
    json.put("p99_ms", ms(measured.latency(), Latency::p99));
    json.put("stopped", measured.stopped());
    json.put("error_reasons", measured.faults().stream().map(SweepJson::fault).toList());
    return json;
  }

  private static @Nullable Object ms(@Nullable Latency latency, ToDoubleFunction<Latency> figure) {
    return latency == null ? null : JsonText.rounded(figure.applyAsDouble(latency), 3);
  }

  private static @Nullable Object log(ProbeReport.Log log) {
    if (log.path() == null) {
      return null;
    }
    var json = new LinkedHashMap<String, @Nullable Object>();
    var scan = log.scan();
    json.put("exists", scan != null);
    json.put("path", log.path().toString());
    if (scan != null) {
      put(scan, json);
    }
    return json;
  }

  private static void put(LogScan scan, Map<String, @Nullable Object> json) {
    json.put("line_count", scan.lines());
    json.put("warning_count", scan.warnings());
    json.put("error_count", scan.errors());
    json.put("dynamic_loader_count", scan.loaderLines());
    json.put("tools_list_stats_count", scan.statsLines());
    json.put("tools_list_served_debug_count", scan.servedLines());
    json.put("last_dynamic_loader_line", scan.lastLoader());
    json.put("last_tools_list_stats_line", scan.lastStats());
    var figures = new LinkedHashMap<String, @Nullable Object>();
    scan.lastFigures().forEach((name, figure) -> figures.put(name, new BigDecimal(figure)));
    json.put("parsed_last_tools_list_stats", scan.lastStats() == null ? null : figures);
  }
}
