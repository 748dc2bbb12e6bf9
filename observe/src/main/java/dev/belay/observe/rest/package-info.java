/** Seeing and stopping calls over HTTP: what runs, cancelling it, and the journal as a stream. */
@NullMarked
package dev.belay.observe.rest;

import org.jspecify.annotations.NullMarked;
