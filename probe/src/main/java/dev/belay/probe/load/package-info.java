/** Putting load on something, and what it took. */
@NullMarked
package dev.belay.probe.load;

import org.jspecify.annotations.NullMarked;
