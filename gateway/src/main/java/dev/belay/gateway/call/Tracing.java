package dev.belay.gateway.call;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Outcome;
import dev.belay.mcp.session.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of each call: the port behind which a library is loaded, or nothing at all. Must not
 * block; safe for many threads.
 */
public interface Tracing extends AutoCloseable {
  /** Traces nothing, and changes nothing in what passes. No lambda: every start links it. */
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
   * @param from where the client's trace is; null if it names none
   */
  Span begin(CallInfo call, String requestId, @Nullable TraceContext from);

  /** Sends what is left to be sent. */
  @Override
  default void close() {}

  /** The span of one call. */
  interface Span {
    /** Of a call that is not traced. */
    Span NONE =
        new Span() {
          @Override
          public @Nullable TraceContext context() {
            return null;
          }

          @Override
          public void end(Outcome outcome, boolean isToolError) {}
        };

    /** {@return what the server is told of the trace; null to tell it what the client said} */
    @Nullable TraceContext context();

    /** The call has ended; to be said once. */
    void end(Outcome outcome, boolean isToolError);
  }
}
