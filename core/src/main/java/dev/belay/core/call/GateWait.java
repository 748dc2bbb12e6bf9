package dev.belay.core.call;

import dev.belay.core.time.Deadline;

/**
 * A call's wait at one gate, when it is over, and how the call ends then.
 *
 * <p>All words of the gate are asked for beforehand, on the call's own thread: a gate is not ours,
 * and must not be able to disturb the sweeper.
 */
record GateWait(CallState.Waiting state, Deadline due, Outcome.Refused expiry) {}
