/** What was cut off results, kept for a while for those who come back for all of it. */
@NullMarked
package dev.belay.tools.store;

import org.jspecify.annotations.NullMarked;
