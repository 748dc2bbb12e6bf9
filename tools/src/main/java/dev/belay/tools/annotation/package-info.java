/** Annotations that declare a method as a tool. */
@NullMarked
package dev.belay.tools.annotation;

import org.jspecify.annotations.NullMarked;
