/** One call, from accepted to settled: limits, heartbeats, one outcome. */
@NullMarked
package dev.belay.core.call;

import org.jspecify.annotations.NullMarked;
