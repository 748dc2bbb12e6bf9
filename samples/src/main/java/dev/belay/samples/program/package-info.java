/** Running programs. */
@NullMarked
package dev.belay.samples.program;

import org.jspecify.annotations.NullMarked;
