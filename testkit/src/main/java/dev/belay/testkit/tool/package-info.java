/** Calls tools written in Java in virtual time, with assertions on their outcomes. */
@NullMarked
package dev.belay.testkit.tool;

import org.jspecify.annotations.NullMarked;
