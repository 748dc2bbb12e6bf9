package dev.belay.tools.declare;

import dev.belay.tools.call.ToolCall;
import org.jspecify.annotations.Nullable;

/** What a tool does. */
@FunctionalInterface
public interface ToolBody {
  /**
   * Runs on the call's own virtual thread, which is interrupted when the call is stopped.
   *
   * @return whatever a tool may return, see {@link dev.belay.tools.annotation.Tool}
   */
  @Nullable Object run(ToolCall call) throws Exception;
}
