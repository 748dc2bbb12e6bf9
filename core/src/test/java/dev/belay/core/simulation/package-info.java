/** The whole core on simulated time: random scenarios, and what must hold after each. */
@NullMarked
package dev.belay.core.simulation;

import org.jspecify.annotations.NullMarked;
