package dev.belay.observe.trace;

import dev.belay.core.call.Outcome;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.session.TraceContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The OpenTelemetry span of one call. */
record CallSpan(Span span) implements Tracing.Span {
  @Override
  public @Nullable TraceContext context() {
    var carried = new HashMap<String, String>();
    W3CTraceContextPropagator.getInstance()
        .inject(Context.root().with(span), carried, (to, key, value) -> carried.put(key, value));
    var parent = carried.get("traceparent");
    return parent == null ? null : new TraceContext(parent, carried.get("tracestate"));
  }

  @Override
  public void end(Outcome outcome, boolean isToolError) {
    span.setAttribute("belay.outcome", outcome.word());
    var error = error(outcome, isToolError);
    if (error != null) {
      span.setAttribute("error.type", error);
      span.setStatus(StatusCode.ERROR, outcome.detail());
    }
    span.end();
  }

  private static @Nullable String error(Outcome outcome, boolean isToolError) {
    return switch (outcome) {
      case Outcome.Completed _ -> isToolError ? "tool_error" : null;
      case Outcome.Failed failed -> failed.failure().kind().name().toLowerCase(Locale.ROOT);
      case Outcome.TimedOut _ -> "timeout";
      case Outcome.Cancelled _ -> "cancelled";
      case Outcome.Refused _ -> "refused";
    };
  }
}
