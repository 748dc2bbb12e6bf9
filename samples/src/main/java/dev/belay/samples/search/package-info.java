/** Looking for patterns in many files. */
@NullMarked
package dev.belay.samples.search;

import org.jspecify.annotations.NullMarked;
