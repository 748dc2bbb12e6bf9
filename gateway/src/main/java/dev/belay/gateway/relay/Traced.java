package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.core.call.Outcome;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.session.TraceContext;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request as part of a trace: the client's context, and the context for its server.
 *
 * <p>Concurrency: the first thread begins the span: the call's work, or its end if it never ran.
 */
final class Traced {
  private final ClientSession session;
  private final Envelope request;
  private final AtomicReference<Tracing.@Nullable Span> span = new AtomicReference<>();

  Traced(ClientSession session, Envelope request) {
    this.session = session;
    this.request = request;
  }

  /** {@return the span of that call} */
  Tracing.Span of(Call call) {
    var begun = span.get();
    if (begun != null) {
      return begun;
    }
    var made = session.relay().tracing().begin(call.info(), request.requireId().toString(), from());
    var first = span.compareAndExchange(null, made);
    return first == null ? made : first;
  }

  private @Nullable TraceContext from() {
    var parent = request.text(Member.META_TRACE_PARENT);
    return parent == null
        ? session.link().trace()
        : new TraceContext(parent, request.text(Member.META_TRACE_STATE));
  }

  /** Sets the trace context for the server; if the call is not traced, the client's stays. */
  void into(Splice message, Call call) {
    var context = of(call).context();
    if (context != null) {
      message.set(Member.META_TRACE_PARENT, JsonString.encode(context.parent()));
      if (context.state() == null) {
        message.remove(Member.META_TRACE_STATE);
      } else {
        message.set(Member.META_TRACE_STATE, JsonString.encode(context.state()));
      }
    }
  }

  void end(Call call, Outcome outcome, boolean isToolError) {
    of(call).end(outcome, isToolError);
  }
}
