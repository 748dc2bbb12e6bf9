/** Declarations of tools, by annotation or by builder, and the checks of them. */
@NullMarked
package dev.belay.tools.declare;

import org.jspecify.annotations.NullMarked;
