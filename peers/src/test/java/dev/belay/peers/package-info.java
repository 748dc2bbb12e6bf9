/** The official Java client before Belay. */
@NullMarked
package dev.belay.peers;

import org.jspecify.annotations.NullMarked;
