/** The whole core on simulated time: random scenarios, and the invariants after each. */
@NullMarked
package dev.belay.core.simulation;

import org.jspecify.annotations.NullMarked;
