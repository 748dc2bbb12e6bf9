/** Waits for conditions without polling. */
@NullMarked
package dev.belay.testkit.watch;

import org.jspecify.annotations.NullMarked;
