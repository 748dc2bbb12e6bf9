/** What is scarce, and how it is shared. */
@NullMarked
package dev.belay.core.share;

import org.jspecify.annotations.NullMarked;
