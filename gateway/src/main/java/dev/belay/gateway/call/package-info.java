/** The way of one call: what it goes by, whatever asks for it and whatever runs it. */
@NullMarked
package dev.belay.gateway.call;

import org.jspecify.annotations.NullMarked;
