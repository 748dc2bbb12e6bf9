/** A gateway under every kind of trouble for a long time: whether its state stays the same. */
@NullMarked
package dev.belay.bench.soak;

import org.jspecify.annotations.NullMarked;
