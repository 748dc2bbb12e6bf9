/** Calls that outlive their requests, and how they ended. */
@NullMarked
package dev.belay.core.job;

import org.jspecify.annotations.NullMarked;
