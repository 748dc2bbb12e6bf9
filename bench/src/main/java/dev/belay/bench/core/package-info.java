/** Cost of the governor itself: no pipes, no JSON, no processes. */
@NullMarked
package dev.belay.bench.core;

import org.jspecify.annotations.NullMarked;
