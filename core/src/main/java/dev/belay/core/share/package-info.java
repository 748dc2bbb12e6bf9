/** Scarce resources, and how they are shared. */
@NullMarked
package dev.belay.core.share;

import org.jspecify.annotations.NullMarked;
