package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A sign of real progress, with the tool's message.
 *
 * @param elapsed the running time of the call
 * @param done the amount done, in the tool's own unit
 * @param total the whole amount, in the same unit
 */
public record Heartbeat(
    Duration elapsed, @Nullable String message, @Nullable Double done, @Nullable Double total) {
  /**
   * Renews the idle limit of the current call; does nothing outside a call.
   *
   * @throws dev.belay.core.cancel.StoppedException once the call is cancelled or settled
   */
  public static void beat() {
    if (CallContext.CURRENT.isBound()) {
      CallContext.CURRENT.get().heartbeat();
    }
  }

  /**
   * Renews the idle limit of the current call and reports progress; does nothing outside a call.
   *
   * @throws dev.belay.core.cancel.StoppedException once the call is cancelled or settled
   */
  public static void beat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    if (CallContext.CURRENT.isBound()) {
      CallContext.CURRENT.get().heartbeat(message, done, total);
    }
  }
}
