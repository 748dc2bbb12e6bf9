/** Writes Java values as the JSON that their schemas describe. */
@NullMarked
package dev.belay.tools.json;

import org.jspecify.annotations.NullMarked;
