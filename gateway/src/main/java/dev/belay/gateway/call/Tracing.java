package dev.belay.gateway.call;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Outcome;
import dev.belay.mcp.session.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * The port of tracing: creates a span for each call. Its library is loaded only if needed. Must not
 * block; safe for use by many threads.
 */
public interface Tracing extends AutoCloseable {
  /** Traces nothing, and leaves messages unchanged. No lambda: every start would link it. */
  Tracing NONE =
      new Tracing() {
        @Override
        public Span begin(CallInfo call, String requestId, @Nullable TraceContext from) {
          return Span.NONE;
        }
      };

  /**
   * Begins the span of a call.
   *
   * @param requestId of the client, as it is written
   * @param from the client's position in its trace; null if it gave none
   */
  Span begin(CallInfo call, String requestId, @Nullable TraceContext from);

  /** Sends the remaining spans. */
  @Override
  default void close() {}

  /** The span of one call. */
  interface Span {
    /** The span of a call that is not traced. */
    Span NONE =
        new Span() {
          @Override
          public @Nullable TraceContext context() {
            return null;
          }

          @Override
          public void end(Outcome outcome, boolean isToolError) {}
        };

    /** {@return the trace context for the server; null to pass on the client's} */
    @Nullable TraceContext context();

    /** The call has ended; called once. */
    void end(Outcome outcome, boolean isToolError);
  }
}
