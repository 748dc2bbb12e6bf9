package dev.belay.mcp.session;

import org.jspecify.annotations.Nullable;

/**
 * The position in a trace, as passed from hop to hop (W3C Trace Context, SEP-414).
 *
 * @param parent {@code traceparent}
 * @param state {@code tracestate}; null if there is none
 */
public record TraceContext(String parent, @Nullable String state) {}
