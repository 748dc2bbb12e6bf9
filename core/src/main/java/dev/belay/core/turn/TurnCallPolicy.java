package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;

/**
 * The terms of a call within a turn, and the callbacks for its start.
 *
 * <p>Safe for use by many threads. Exactly one of {@link #started} and {@link #refused} must be
 * called, once; after an abort of the turn the call ends as soon as it is reported.
 */
public interface TurnCallPolicy {
  /** {@return the caller} */
  Caller caller();

  /**
   * {@return the request with the terms of the turn}
   *
   * <p>The call ends with the turn, and takes its place in the turn before every other lane: a call
   * that waited here while holding a place elsewhere could wait for one that waits for that place.
   * The narrower total limit holds; the idle limit is the turn's (C5).
   */
  CallRequest on(CallRequest asked);

  /** {@return whether it counts for the rate of its tool; false where it has counted before} */
  default boolean isCounted() {
    return true;
  }

  /** Reports that the governor has accepted the call. */
  void started(Call call);

  /**
   * Reports that there will be no call.
   *
   * @param reason a sentence that a model can act on
   */
  void refused(String reason);
}
