/** Tools as they are declared, by annotation or by builder, and what is wrong with them. */
@NullMarked
package dev.belay.tools.declare;

import org.jspecify.annotations.NullMarked;
