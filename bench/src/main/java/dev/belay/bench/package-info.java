/** The entrance: which figures to take, and where they go. */
@NullMarked
package dev.belay.bench;

import org.jspecify.annotations.NullMarked;
