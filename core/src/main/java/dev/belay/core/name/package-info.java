/** Names that people and models write, and which one they meant. */
@NullMarked
package dev.belay.core.name;

import org.jspecify.annotations.NullMarked;
