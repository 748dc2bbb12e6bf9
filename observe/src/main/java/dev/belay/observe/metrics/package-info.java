/** Figures for Prometheus: counted beside the calls, never on their way. */
@NullMarked
package dev.belay.observe.metrics;

import org.jspecify.annotations.NullMarked;
