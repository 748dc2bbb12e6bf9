package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A sign of real progress, with what the tool said about it.
 *
 * @param elapsed how long the call had run
 * @param done how much is done, in the tool's own unit
 * @param total how much there is to do, in the same unit
 */
public record Heartbeat(
    Duration elapsed, @Nullable String message, @Nullable Double done, @Nullable Double total) {
  /**
   * Renews the idle limit of the call that this code runs in; does nothing outside a call.
   *
   * @throws dev.belay.core.cancel.StoppedException once the call is cancelled or settled
   */
  public static void beat() {
    if (CallContext.CURRENT.isBound()) {
      CallContext.CURRENT.get().heartbeat();
    }
  }

  /**
   * Renews the idle limit of the call that this code runs in, and says how far it got; does nothing
   * outside a call.
   *
   * @throws dev.belay.core.cancel.StoppedException once the call is cancelled or settled
   */
  public static void beat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    if (CallContext.CURRENT.isBound()) {
      CallContext.CURRENT.get().heartbeat(message, done, total);
    }
  }
}
