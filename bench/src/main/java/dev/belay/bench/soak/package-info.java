/** A gateway under everything that can go wrong, for long: whether it stays as it was. */
@NullMarked
package dev.belay.bench.soak;

import org.jspecify.annotations.NullMarked;
