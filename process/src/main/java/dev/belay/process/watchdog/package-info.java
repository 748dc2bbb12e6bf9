/** Ending all trees when Belay itself is killed. */
@NullMarked
package dev.belay.process.watchdog;

import org.jspecify.annotations.NullMarked;
