/** Stores the Javadoc of tools with an annotation processor, for models to read. */
@NullMarked
package dev.belay.tools.javadoc;

import org.jspecify.annotations.NullMarked;
