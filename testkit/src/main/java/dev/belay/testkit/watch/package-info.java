/** Waiting for a condition, without looking at it again and again. */
@NullMarked
package dev.belay.testkit.watch;

import org.jspecify.annotations.NullMarked;
