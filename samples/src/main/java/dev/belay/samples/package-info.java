/** The tools that {@code belay serve} shows where nothing else is configured. */
@NullMarked
package dev.belay.samples;

import org.jspecify.annotations.NullMarked;
