/** Calling tools written in Java in virtual time, and saying what has to come of it. */
@NullMarked
package dev.belay.testkit.tool;

import org.jspecify.annotations.NullMarked;
