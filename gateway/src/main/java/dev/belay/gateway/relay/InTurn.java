package dev.belay.gateway.relay;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.turn.CallTerms;
import java.time.Duration;
import java.util.ArrayList;

/** A call that belongs to a turn of this program: the turn's terms come beside the server's. */
final class InTurn {
  private InTurn() {}

  /**
   * {@return the call as the turn wants it}
   *
   * <p>Its lane is passed last, right before it runs. Of the total limits the narrower one holds;
   * of silence the turn's does (C5).
   */
  static CallRequest of(CallRequest call, CallTerms turn) {
    var gates = new ArrayList<>(call.gates());
    gates.add(turn.lane());
    var total = narrower(call.limits().timeout(), turn.limits().timeout());
    return call.withCaller(turn.caller())
        .within(turn.turn())
        .withLimits(new Limits(total, turn.limits().idleTimeout()))
        .withGates(gates.toArray(Gate[]::new));
  }

  private static Duration narrower(Duration one, Duration other) {
    if (one.isZero() || other.isZero()) {
      return one.isZero() ? other : one;
    }
    return one.compareTo(other) < 0 ? one : other;
  }
}
