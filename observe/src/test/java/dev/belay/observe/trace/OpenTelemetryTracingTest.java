package dev.belay.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.session.TraceContext;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Spans of calls, as a collector gets them")
class OpenTelemetryTracingTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final TraceContext FROM =
      new TraceContext("00-" + TRACE + "-b7ad6b7169203331-01", "vendor=1");

  private static CallInfo call() {
    return new CallInfo(
        CallId.fresh("test", new Random(1)),
        "read_file",
        "files",
        Caller.of("ann", "s-17"),
        Instant.EPOCH);
  }

  @Test
  void aSpanGoesOutWithWhatTheConventionsAsk() throws IOException {
    try (var collector = new Collector()) {
      try (var tracing =
          OpenTelemetryTracing.open(
              Map.of(
                  "otel.exporter.otlp.endpoint", collector.url(), "otel.traces.exporter", "otlp"),
              "1.2.3")) {
        var span = tracing.begin(call(), "7", FROM);
        assertThat(span.context())
            .satisfies(context -> {
              assertThat(context.parent())
                  .startsWith("00-" + TRACE + "-")
                  .doesNotContain("b7ad6b7169203331")
                  .endsWith("-01");
              assertThat(context.state()).isEqualTo("vendor=1");
            });
        span.end(new Outcome.Completed(Payload.EMPTY), /* isToolError= */ false);
        tracing
            .begin(call(), "8", null)
            .end(new Outcome.Failed(new Failure(Failure.Kind.UPSTREAM_CRASHED, "gone")), false);
      }
      var all = String.join("\n", collector.requests());
      assertThat(all)
          .startsWith("POST /v1/traces ")
          .contains(
              "tools/call read_file",
              "mcp.method.name",
              "gen_ai.tool.name",
              "mcp.session.id",
              "s-17",
              "jsonrpc.request.id",
              "belay.upstream",
              "service.name",
              "error.type",
              "upstream_crashed");
    }
  }

  @Test
  @DisplayName("Nothing is traced unless the usual variables ask for it")
  void theSwitch() {
    assertThat(Switch.isOn(Map.of())).isFalse();
    assertThat(Switch.of(Map.of(), "1")).isSameAs(Tracing.NONE);
    assertThat(Switch.isOn(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://x"))).isTrue();
    assertThat(Switch.isOn(Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://x"))).isTrue();
    assertThat(Switch.isOn(Map.of("OTEL_TRACES_EXPORTER", "console"))).isTrue();
    assertThat(Switch.isOn(Map.of("OTEL_TRACES_EXPORTER", "none"))).isFalse();
    assertThat(
            Switch.isOn(
                Map.of("OTEL_SDK_DISABLED", "true", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://x")))
        .isFalse();
    assertThat(Tracing.NONE.begin(call(), "1", FROM).context()).isNull();
  }
}
