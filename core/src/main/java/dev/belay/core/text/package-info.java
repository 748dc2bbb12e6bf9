/** Matching of texts from outside, with bounds. */
@NullMarked
package dev.belay.core.text;

import org.jspecify.annotations.NullMarked;
