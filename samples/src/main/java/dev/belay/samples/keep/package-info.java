/** What tools keep from one call to the next. */
@NullMarked
package dev.belay.samples.keep;

import org.jspecify.annotations.NullMarked;
