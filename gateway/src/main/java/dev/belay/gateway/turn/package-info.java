/** Turns over HTTP: the calls of one message of a model, run, read and aborted. */
@NullMarked
package dev.belay.gateway.turn;

import org.jspecify.annotations.NullMarked;
