package dev.belay.gateway.call;

import org.jspecify.annotations.Nullable;

/**
 * Tools that this program calls itself: those of all servers, or of one.
 *
 * <p>Safe for use by many threads.
 */
public interface ToolCalls {
  /** No tools at all. */
  ToolCalls NONE =
      new ToolCalls() {
        @Override
        public @Nullable CallPolicy policy(String tool) {
          return null;
        }

        @Override
        public void start(ToolCall call) {
          call.refuse("Unknown tool: " + call.tool());
        }
      };

  /** {@return the policy of that tool; null if no server has it} */
  @Nullable CallPolicy policy(String tool);

  /** {@return a value that equals an earlier one only while no policy has changed} */
  default Object policies() {
    return new Object();
  }

  /**
   * Starts a call, now or as soon as the tool's server is known. Either {@link ToolCall#onStart} or
   * {@link ToolCall#onRefusal} is called, once. Never blocks.
   */
  void start(ToolCall call);
}
