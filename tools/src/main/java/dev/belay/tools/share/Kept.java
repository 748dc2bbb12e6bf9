package dev.belay.tools.share;

import dev.belay.core.call.CallId;

/**
 * What one call came to, for whoever calls the same.
 *
 * @param bytes how long it is when written
 * @param of the call that ran
 */
record Kept<R>(R result, int bytes, CallId of) {}
