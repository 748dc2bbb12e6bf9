/** Compares the reference pages with the code that they describe. */
@NullMarked
package dev.belay.observe.page;

import org.jspecify.annotations.NullMarked;
