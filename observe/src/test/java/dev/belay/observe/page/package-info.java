/** The reference pages beside the code that they describe. */
@NullMarked
package dev.belay.observe.page;

import org.jspecify.annotations.NullMarked;
