/** Turns over HTTP: what one message of a model asked for, run, read and aborted. */
@NullMarked
package dev.belay.gateway.turn;

import org.jspecify.annotations.NullMarked;
