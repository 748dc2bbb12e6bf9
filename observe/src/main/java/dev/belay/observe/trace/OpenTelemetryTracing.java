package dev.belay.observe.trace;

import dev.belay.core.call.CallInfo;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.session.TraceContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spans by OpenTelemetry, configured by its own environment variables (MCP semantic conventions).
 * Loaded only if traces are enabled. Safe for use by many threads.
 */
final class OpenTelemetryTracing implements Tracing {
  /** Defaults below the environment: OTLP over HTTP, and traces alone. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "otel.service.name", "belay",
          "otel.exporter.otlp.protocol", "http/protobuf",
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none");

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  private OpenTelemetryTracing(OpenTelemetrySdk sdk, String version) {
    this.sdk = sdk;
    tracer = sdk.getTracer("dev.belay", version);
  }

  /** Configures the library; {@code more} takes precedence over its defaults. */
  static OpenTelemetryTracing open(Map<String, String> more, String version) {
    var properties = new HashMap<>(DEFAULTS);
    properties.putAll(more);
    var sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(() -> properties)
            .build()
            .getOpenTelemetrySdk();
    return new OpenTelemetryTracing(sdk, version);
  }

  @Override
  public Span begin(CallInfo call, String requestId, @Nullable TraceContext from) {
    var parent =
        from == null
            ? Context.root()
            : W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), from, Carried.CONTEXT);
    var builder =
        tracer
            .spanBuilder("tools/call " + call.tool())
            .setSpanKind(SpanKind.SERVER)
            .setParent(parent)
            .setStartTimestamp(call.acceptedAt())
            .setAttribute("mcp.method.name", "tools/call")
            .setAttribute("gen_ai.operation.name", "execute_tool")
            .setAttribute("gen_ai.tool.name", call.tool())
            .setAttribute("jsonrpc.request.id", requestId)
            .setAttribute("belay.call.id", call.id().toString())
            .setAttribute("belay.principal", call.caller().principal());
    if (call.upstream() != null) {
      builder.setAttribute("belay.upstream", call.upstream());
    }
    if (call.caller().sessionId() != null) {
      builder.setAttribute("mcp.session.id", call.caller().sessionId());
    }
    return new CallSpan(builder.startSpan());
  }

  @Override
  public void close() {
    sdk.close();
  }

  /** Gives a propagator access to the members of {@code _meta}. */
  private enum Carried implements TextMapGetter<TraceContext> {
    CONTEXT;

    @Override
    public Iterable<String> keys(TraceContext carrier) {
      return List.of("traceparent", "tracestate");
    }

    @Override
    public @Nullable String get(@Nullable TraceContext carrier, String key) {
      if (carrier == null) {
        return null;
      }
      return switch (key) {
        case "traceparent" -> carrier.parent();
        case "tracestate" -> carrier.state();
        default -> null;
      };
    }
  }
}
