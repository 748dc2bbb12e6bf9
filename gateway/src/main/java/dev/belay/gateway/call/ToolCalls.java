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

  /** {@return what calls of that tool go by; null if no server has such a tool} */
  @Nullable CallPolicy policy(String tool);

  /**
   * Starts a call, now or as soon as it is known whose the tool is. Either {@link ToolCall#onStart}
   * or {@link ToolCall#onRefusal} is told, once. Never blocks.
   */
  void start(ToolCall call);
}
