/** The tools that {@code belay serve} offers if no others are configured. */
@NullMarked
package dev.belay.samples;

import org.jspecify.annotations.NullMarked;
