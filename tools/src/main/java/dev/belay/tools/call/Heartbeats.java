package dev.belay.tools.call;

import org.jspecify.annotations.Nullable;

/**
 * Says that a call goes on, for a tool that needs nothing else of it: each heartbeat renews the
 * idle limit and reports progress to the client (C17).
 *
 * <p>Throws {@code StoppedException} once the call is cancelled or settled.
 */
@FunctionalInterface
public interface Heartbeats {
  /** Says how far the work got, in the tool's own unit. */
  void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total);

  /** Says how far the work got, such as 0.5 of 1. */
  default void heartbeat(@Nullable String message, double done, double total) {
    heartbeat(message, Double.valueOf(done), Double.valueOf(total));
  }

  /** Says only that there was progress. */
  default void heartbeat() {
    heartbeat(null, null, null);
  }

  /** Says what is being done. */
  default void heartbeat(String message) {
    heartbeat(message, null, null);
  }
}
