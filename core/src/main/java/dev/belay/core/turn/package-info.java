/** The work requested by one user message: its calls, its events, and its end. */
@NullMarked
package dev.belay.core.turn;

import org.jspecify.annotations.NullMarked;
