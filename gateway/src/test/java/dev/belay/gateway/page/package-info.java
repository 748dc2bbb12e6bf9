/** The reference pages beside the code that they describe. */
@NullMarked
package dev.belay.gateway.page;

import org.jspecify.annotations.NullMarked;
