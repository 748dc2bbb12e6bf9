/** A running call as the tool itself sees it. */
@NullMarked
package dev.belay.tools.call;

import org.jspecify.annotations.NullMarked;
