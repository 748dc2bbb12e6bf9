/** Tests whose processes stall at random: whether each claim still holds. */
@NullMarked
package dev.belay.bench.stall;

import org.jspecify.annotations.NullMarked;
