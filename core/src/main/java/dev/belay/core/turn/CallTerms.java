package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;

/**
 * What a call of a turn must go by, and whom to tell of it.
 *
 * <p>Safe for use by many threads. One of {@link #started} and {@link #refused} is to be called
 * once; after the turn was aborted they come too late, and then the call ends as soon as it is told
 * of.
 */
public interface CallTerms {
  /** {@return on whose behalf it is made} */
  Caller caller();

  /**
   * {@return the call as the turn wants it}
   *
   * <p>It ends with the turn, and waits for its place in it before every other lane: a call that
   * waited here with a place elsewhere could wait for one that waits for that place. Of the total
   * limits the narrower one holds; of silence the turn's does (C5).
   */
  CallRequest on(CallRequest asked);

  /** The governor has accepted the call. */
  void started(Call call);

  /**
   * There will be no call.
   *
   * @param reason a sentence that a model can act on
   */
  void refused(String reason);
}
