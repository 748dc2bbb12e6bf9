/** What may run beside what. */
@NullMarked
package dev.belay.core.lane;

import org.jspecify.annotations.NullMarked;
