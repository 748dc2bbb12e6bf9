/** Checks the arguments of a call against the tool's schema before the tool runs. */
@NullMarked
package dev.belay.tools.check;

import org.jspecify.annotations.NullMarked;
