/** Calls that wait for a person's yes or no, and what people have decided. */
@NullMarked
package dev.belay.core.approval;

import org.jspecify.annotations.NullMarked;
