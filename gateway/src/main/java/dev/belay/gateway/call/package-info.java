/** The parts of one call that are the same for every door and every backend. */
@NullMarked
package dev.belay.gateway.call;

import org.jspecify.annotations.NullMarked;
