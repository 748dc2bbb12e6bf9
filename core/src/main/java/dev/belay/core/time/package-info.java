/** The only door to the clock: reading it, waiting on it, being called back by it. */
@NullMarked
package dev.belay.core.time;

import org.jspecify.annotations.NullMarked;
