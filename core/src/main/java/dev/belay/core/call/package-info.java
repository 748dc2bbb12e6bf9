/** One call, from acceptance to settlement: limits, heartbeats, one outcome. */
@NullMarked
package dev.belay.core.call;

import org.jspecify.annotations.NullMarked;
