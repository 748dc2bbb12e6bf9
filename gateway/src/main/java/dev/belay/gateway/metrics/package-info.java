/** Figures for Prometheus: counted beside the calls, never on their way. */
@NullMarked
package dev.belay.gateway.metrics;

import org.jspecify.annotations.NullMarked;
