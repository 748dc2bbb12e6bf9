/** What one user message asked for: its calls together, its events, and how it ends. */
@NullMarked
package dev.belay.core.turn;

import org.jspecify.annotations.NullMarked;
