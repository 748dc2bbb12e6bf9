package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.session.TraceContext;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The trace context of an HTTP request, from its headers (W3C Trace Context). */
final class HeaderTrace {
  private static final Pattern PARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private static final int LONGEST_STATE = 512;

  private HeaderTrace() {}

  /** {@return the trace context; null if there is no valid one} */
  static @Nullable TraceContext of(Request request) {
    var parent = request.header("traceparent");
    if (parent == null || !PARENT.matcher(parent).matches()) {
      return null;
    }
    var state = request.header("tracestate");
    return new TraceContext(parent, state == null || state.length() > LONGEST_STATE ? null : state);
  }

  /**
   * {@return a message of a session, which outlives its requests, with the trace context in its
   * {@code _meta}} Only calls are traced, and the message's own context takes precedence (SEP-414).
   */
  static Envelope into(Envelope message, Request request) {
    if (!message.method().equals("tools/call") || message.has(Member.META_TRACE_PARENT)) {
      return message;
    }
    var trace = of(request);
    if (trace == null) {
      return message;
    }
    var traced = message.with(Member.META_TRACE_PARENT, JsonString.encode(trace.parent()));
    return trace.state() == null
        ? traced
        : traced.with(Member.META_TRACE_STATE, JsonString.encode(trace.state()));
  }
}
