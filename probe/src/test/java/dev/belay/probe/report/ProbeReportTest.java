package dev.belay.probe.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.oneshot.Embedding;
import dev.belay.probe.oneshot.LogScan;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.oneshot.ProbeReport.Sequence;
import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.sweep.Points;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Reports of a probe: a few lines, and JSON by its schema")
final class ProbeReportTest {
  private static ProbeReport report(Embedding embedding, ProbeReport.Log log) {
    return new ProbeReport(
        "http://h/mcp",
        new Health(null, "no endpoint: 404"),
        3,
        1234,
        12.5,
        embedding,
        new Sequence(List.of(2.0, 1.0)),
        0,
        new ProbeReport.Bench(40, Points.failing(40, 100, 20, 30, 7).measured()),
        null,
        log);
  }

  @Test
  void bothTellTheSame() throws IOException {
    var scan = LogScan.EMPTY;
    scan = scan.with("[MCP] tools/list stats requests=12 hit_rate=83.3% cache_hits=10");
    var report =
        report(new Embedding.Vectors(2, 1024), new ProbeReport.Log(Path.of("a.log"), scan));
    var text = ReportJson.of(report);

    assertThat(Schemas.faults("probe-v1.schema.json", text)).isEmpty();
    var json = Json.parse(text.strip());
    assertThat(json.at("health_ok").raw()).isEqualTo("null");
    assertThat(json.at("tools_list", "payload_bytes").number(0)).isEqualTo(1234);
    assertThat(json.at("embed_batch", "vector_dim").number(0)).isEqualTo(1024);
    assertThat(json.at("sequential_profile", "first_ms").raw()).isEqualTo("2.000");
    assertThat(json.at("sequential_profile", "second_ms").raw()).isEqualTo("1.000");
    assertThat(json.at("benchmarks", "small", "errors").number(0)).isEqualTo(7);
    assertThat(json.at("benchmarks", "large").raw()).isEqualTo("null");
    assertThat(json.at("log_scan", "parsed_last_tools_list_stats", "hit_rate_pct").raw())
        .isEqualTo("83.3");
    assertThat(ProbeReportText.of(report))
        .contains(
            "health:      skipped (no endpoint: 404)\n",
            "tools/list:  3 tools, 1234 bytes, first call 12.50 ms\n",
            "embeddings:  2 vectors of dimension 1024\n",
            "sequential:  2 calls: first 2.00 ms, second 1.00 ms, min 1.00 ms",
            "small bench: 1000 calls, 40 at once: 100.00 rps",
            "7 × it did not want to\n",
            "log:         1 lines during the run, 0 warnings, 0 errors, 1 of tools/list stats\n");
  }

  @Test
  void whatIsMissingIsSkippedInBoth() throws IOException {
    var skipped = report(new Embedding.Skipped("not asked"), new ProbeReport.Log(null, null));
    assertThat(Schemas.faults("probe-v1.schema.json", ReportJson.of(skipped))).isEmpty();
    assertThat(ProbeReportText.of(skipped))
        .as("HOUR-13: nothing is said of what was not asked for")
        .doesNotContain("embeddings", "log:", "large bench");

    var broken =
        report(new Embedding.Broken("500"), new ProbeReport.Log(Path.of("none.log"), null));
    assertThat(Schemas.faults("probe-v1.schema.json", ReportJson.of(broken))).isEmpty();
    assertThat(ProbeReportText.of(broken)).contains("failed (500)", "there is none at none.log");
  }
}
