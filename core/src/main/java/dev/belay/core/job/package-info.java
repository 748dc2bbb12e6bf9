/** Calls that outlive the requests that began them, and what became of them. */
@NullMarked
package dev.belay.core.job;

import org.jspecify.annotations.NullMarked;
