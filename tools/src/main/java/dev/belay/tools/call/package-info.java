/** View of a running call for its tool. */
@NullMarked
package dev.belay.tools.call;

import org.jspecify.annotations.NullMarked;
