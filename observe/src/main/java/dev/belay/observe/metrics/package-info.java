/** Figures for Prometheus, counted beside the calls and never in their way. */
@NullMarked
package dev.belay.observe.metrics;

import org.jspecify.annotations.NullMarked;
