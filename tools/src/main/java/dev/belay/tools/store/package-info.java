/** Keeps output cut off from results, for clients that read it later. */
@NullMarked
package dev.belay.tools.store;

import org.jspecify.annotations.NullMarked;
