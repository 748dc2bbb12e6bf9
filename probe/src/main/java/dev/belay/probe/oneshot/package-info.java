/** Examines a server once: health, payload, latency, log. */
@NullMarked
package dev.belay.probe.oneshot;

import org.jspecify.annotations.NullMarked;
