/** Follows and stops a turn on a gateway from a terminal. */
@NullMarked
package dev.belay.cli.turn;

import org.jspecify.annotations.NullMarked;
