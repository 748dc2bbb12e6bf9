package dev.belay.core.call;

import dev.belay.core.time.Deadline;

/**
 * The wait of a call at one gate: its deadline, and the outcome on expiry.
 *
 * <p>The texts of the gate are read beforehand, on the call's own thread: a gate is foreign code,
 * and must not be able to disturb the sweeper.
 */
record GateWait(CallState.Waiting state, Deadline due, Outcome.Refused expiry) {}
