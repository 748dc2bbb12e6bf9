/** Shows and stops calls over HTTP: running calls, cancellation, and the journal as a stream. */
@NullMarked
package dev.belay.observe.rest;

import org.jspecify.annotations.NullMarked;
