/** A well-behaved server with everything that the official conformance suite requires. */
@NullMarked
package dev.belay.testbed.conformance;

import org.jspecify.annotations.NullMarked;
