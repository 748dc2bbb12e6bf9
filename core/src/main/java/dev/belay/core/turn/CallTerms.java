package dev.belay.core.turn;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cancellation;

/**
 * What a call of a turn must go by.
 *
 * @param caller on whose behalf it is made
 * @param turn what stops it, too
 * @param lane the gate to pass last, right before it runs
 * @param limits how long it may take
 */
public record CallTerms(Caller caller, Cancellation turn, Gate lane, Limits limits) {}
