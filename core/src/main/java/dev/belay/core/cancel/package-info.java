/** Stopping work, with the reason, down a whole tree. */
@NullMarked
package dev.belay.core.cancel;

import org.jspecify.annotations.NullMarked;
