/** Leaving a server alone that fails call after call. */
@NullMarked
package dev.belay.gateway.breaker;

import org.jspecify.annotations.NullMarked;
