package dev.belay.core.call;

import dev.belay.core.time.Deadline;

/** A call's wait at one gate, and when it is over. */
record GateWait(Gate gate, Deadline due) {}
