/** The only access to the clock: readings, waits, callbacks. */
@NullMarked
package dev.belay.core.time;

import org.jspecify.annotations.NullMarked;
