/** Names that people and models write, and the known names they mean. */
@NullMarked
package dev.belay.core.name;

import org.jspecify.annotations.NullMarked;
