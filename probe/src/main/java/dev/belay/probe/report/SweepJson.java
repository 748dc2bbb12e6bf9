package dev.belay.probe.report;

import dev.belay.probe.load.Latency;
import dev.belay.probe.load.Measurement.Fault;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.SweepPlan.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A sweep for programs, as {@code sweep-v1.schema.json} beside this class describes it. */
public final class SweepJson {
  /** Changes with every change that a reader could trip over. */
  static final String SCHEMA = "belay.sweep.v1";

  private SweepJson() {}

  /** {@return the report as JSON} */
  public static String of(SweepReport report) {
    var plan = report.plan();
    var key = plan.mode().key();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("generated_at", report.at().toString());
    json.put("base_url", report.target());
    json.put("request", report.asked());
    json.put("mode", plan.mode().wire());
    json.put("health_ok", report.health().ok());
    json.put("health_status", report.health().status());
    json.put("slo", members("p95_ms", plan.slo().p95Ms(), "p99_ms", plan.slo().p99Ms()));
    json.put("total_per_point", plan.total());
    json.put("warmup_calls", plan.warmupCalls());
    json.put(key + "_values", plan.loads().stream().map(JsonText::load).toList());
    json.put(
        "http_client_limits",
        members(
            "max_connections",
            plan.limits().maxConnections(),
            "max_keepalive_connections",
            plan.limits().maxKeepalive()));
    json.put("points", report.points().stream().map(point -> point(point, plan.mode())).toList());
    json.put("summary", summary(report));
    json.put("recommendation", recommendation(report, key));
    json.put("baseline", baseline(report.baseline(), key));
    return JsonText.of(json);
  }

  private static Map<String, @Nullable Object> point(Point point, Mode mode) {
    var measured = point.measured();
    var latency = measured.latency();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("concurrency", mode == Mode.CLOSED ? JsonText.load(point.load()) : measured.peak());
    json.put("rate", mode == Mode.OPEN ? JsonText.load(point.load()) : null);
    json.put("total", point.total());
    json.put("errors", point.errors());
    json.put("elapsed_s", JsonText.rounded(measured.elapsed().toNanos() / 1e9, 3));
    json.put("rps", JsonText.rounded(point.rps(), 2));
    json.put("p50_ms", ms(latency, Latency::p50));
    json.put("p95_ms", ms(latency, Latency::p95));
    json.put("p99_ms", ms(latency, Latency::p99));
    json.put("min_ms", ms(latency, Latency::min));
    json.put("mean_ms", ms(latency, Latency::mean));
    json.put("max_ms", ms(latency, Latency::max));
    json.put("stopped", measured.stopped());
    json.put("error_reasons", measured.faults().stream().map(SweepJson::fault).toList());
    return json;
  }

  private static @Nullable Object ms(@Nullable Latency latency, ToDoubleFunction<Latency> figure) {
    return latency == null ? null : JsonText.rounded(figure.applyAsDouble(latency), 3);
  }

  /** {@return why requests failed, for programs} */
  static Map<String, @Nullable Object> fault(Fault fault) {
    return members("reason", fault.reason(), "count", fault.count());
  }

  private static Map<String, @Nullable Object> summary(SweepReport report) {
    var mean = report.points().stream().mapToDouble(Point::rps).average();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("point_count", report.points().size());
    json.put("error_total", report.errors());
    json.put("mean_rps", mean.isPresent() ? JsonText.rounded(mean.getAsDouble(), 2) : null);
    return json;
  }

  private static Map<String, @Nullable Object> recommendation(SweepReport report, String key) {
    var recommended = report.recommendation();
    var knee = report.knee();
    var json = new LinkedHashMap<String, @Nullable Object>();
    var load = recommended.load();
    json.put("recommended_" + key, load == null ? null : JsonText.load(load));
    json.put("reason", recommended.reason());
    json.put("feasible_" + key, recommended.feasible().stream().map(JsonText::load).toList());
    json.put("knee_" + key, knee == null ? null : JsonText.load(knee.load()));
    json.put("knee_rule", knee == null ? null : knee.rule().wire());
    return json;
  }

  private static @Nullable Object baseline(@Nullable BaselineCheck check, String key) {
    if (check == null) {
      return null;
    }
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("path", check.path().toString());
    json.put("loaded", check.loaded());
    json.put("written", check.written());
    json.put("regression_count", check.regressions().size());
    json.put("regressions", regressions(check.regressions(), key));
    return json;
  }

  private static List<Map<String, @Nullable Object>> regressions(
      List<Regression> regressions, String key) {
    return regressions.stream()
        .map(one -> {
          var json = new LinkedHashMap<String, @Nullable Object>();
          json.put(key, JsonText.load(one.load()));
          json.put("figure", one.figure());
          json.put("observed", JsonText.rounded(one.observed(), 3));
          json.put("baseline", JsonText.rounded(one.before(), 3));
          json.put("threshold", JsonText.rounded(one.threshold(), 3));
          return (Map<String, @Nullable Object>) json;
        })
        .toList();
  }

  private static Map<String, @Nullable Object> members(
      String first, Object one, String second, Object two) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put(first, one);
    json.put(second, two);
    return json;
  }
}
