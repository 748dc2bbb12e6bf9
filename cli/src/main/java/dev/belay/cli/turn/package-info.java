/** A turn on a gateway, as a person in a terminal follows and stops it. */
@NullMarked
package dev.belay.cli.turn;

import org.jspecify.annotations.NullMarked;
