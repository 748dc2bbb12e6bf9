/** Generates load and measures latencies. */
@NullMarked
package dev.belay.probe.load;

import org.jspecify.annotations.NullMarked;
