/** Texts from outside. */
@NullMarked
package dev.belay.core.text;

import org.jspecify.annotations.NullMarked;
