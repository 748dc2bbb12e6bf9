/** Searching code for patterns. */
@NullMarked
package dev.belay.samples.search;

import org.jspecify.annotations.NullMarked;
