package dev.belay.tools.call;

import org.jspecify.annotations.Nullable;

/**
 * Reports progress of a call, for a tool that needs nothing else of it: each heartbeat renews the
 * idle limit and is reported to the client (C17).
 *
 * <p>Throws {@code StoppedException} once the call is cancelled or settled.
 */
@FunctionalInterface
public interface Heartbeats {
  /** Reports progress in the tool's own unit. */
  void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total);

  /** Reports progress, such as 0.5 of 1. */
  default void heartbeat(@Nullable String message, double done, double total) {
    heartbeat(message, Double.valueOf(done), Double.valueOf(total));
  }

  /** Reports progress without details. */
  default void heartbeat() {
    heartbeat(null, null, null);
  }

  /** Reports progress with a message. */
  default void heartbeat(String message) {
    heartbeat(message, null, null);
  }
}
