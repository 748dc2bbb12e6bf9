/** Load of rising height: points, the knee, what is recommended, baselines. */
@NullMarked
package dev.belay.probe.sweep;

import org.jspecify.annotations.NullMarked;
