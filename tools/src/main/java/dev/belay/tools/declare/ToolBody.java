package dev.belay.tools.declare;

import dev.belay.tools.call.ToolCall;
import org.jspecify.annotations.Nullable;

/** Body of a tool. */
@FunctionalInterface
public interface ToolBody {
  /**
   * Runs on the call's own virtual thread, which is interrupted when the call is stopped.
   *
   * @return a value allowed by {@link dev.belay.tools.annotation.Tool}
   */
  @Nullable Object run(ToolCall call) throws Exception;
}
