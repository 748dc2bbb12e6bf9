package dev.belay.tools.share;

import dev.belay.core.call.CallId;

/**
 * Result of one call, kept for equal calls.
 *
 * @param bytes its length when written
 * @param of the call that ran
 */
record Kept<R>(R result, int bytes, CallId of) {}
