/** What a turn costs beside its calls, how soon an abort reaches them, and events their readers. */
@NullMarked
package dev.belay.bench.turns;

import org.jspecify.annotations.NullMarked;
