package dev.belay.core.approval;

import dev.belay.core.call.CallId;
import java.time.Instant;
import java.util.List;

/**
 * A call that people have allowed, for comparison with later ones of its tool. Immutable.
 *
 * @param arguments its arguments, as {@link Approval.Asked} has them; empty if they were long
 * @param digest their SHA-256
 * @param at when it was allowed
 * @param by the principals of those who allowed it
 */
public record AllowedCall(CallId id, String arguments, String digest, Instant at, List<String> by) {
  /** Copies the principals. */
  public AllowedCall {
    by = List.copyOf(by);
  }
}
