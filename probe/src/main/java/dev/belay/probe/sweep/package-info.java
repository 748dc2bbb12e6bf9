/** Sweeps of rising load: points, the knee, the recommendation, baselines. */
@NullMarked
package dev.belay.probe.sweep;

import org.jspecify.annotations.NullMarked;
