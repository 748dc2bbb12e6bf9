/** Which calls may run concurrently. */
@NullMarked
package dev.belay.core.lane;

import org.jspecify.annotations.NullMarked;
