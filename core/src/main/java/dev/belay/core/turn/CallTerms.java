package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cancellation;
import java.util.ArrayList;
import java.util.List;

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

  /** {@return what stops it, too: the call is to be started within it} */
  Cancellation turn();

  /**
   * {@return the gate to pass first}
   *
   * <p>Before every other lane: places in a turn have an order of their own, and whoever held a
   * place elsewhere while it waits here could wait for one who waits for it there.
   */
  Gate lane();

  /** {@return the gate to pass last, right before it runs} */
  Gate begin();

  /** {@return how long it may take} */
  Limits limits();

  /**
   * {@return the call as the turn wants it}
   *
   * <p>Of the total limits the narrower one holds; of silence the turn's does (C5).
   */
  default CallRequest on(CallRequest asked) {
    var total = limits().timeout();
    var own = asked.limits().timeout();
    boolean isOwnNarrower = total.isZero() || (!own.isZero() && own.compareTo(total) < 0);
    // At once, and not one part after the other: every call of every turn comes by here.
    return new CallRequest(
        asked.tool(),
        asked.upstream(),
        asked.arguments(),
        isOwnNarrower ? new Limits(own, limits().idleTimeout()) : limits(),
        caller(),
        around(asked.gates()),
        asked.unattended(),
        turn(),
        asked.grace());
  }

  private List<Gate> around(List<Gate> gates) {
    if (gates.isEmpty()) {
      return List.of(lane(), begin());
    }
    var all = new ArrayList<Gate>(gates.size() + 2);
    all.add(lane());
    all.addAll(gates);
    all.add(begin());
    return all;
  }

  /** The governor has accepted the call. */
  void started(Call call);

  /**
   * There will be no call.
   *
   * @param reason a sentence that a model can act on
   */
  void refused(String reason);
}
