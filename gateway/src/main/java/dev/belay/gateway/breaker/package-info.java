/** A circuit breaker for servers that fail repeatedly. */
@NullMarked
package dev.belay.gateway.breaker;

import org.jspecify.annotations.NullMarked;
