/** Cost of a turn over its calls, and the delays of aborts and events. */
@NullMarked
package dev.belay.bench.turns;

import org.jspecify.annotations.NullMarked;
