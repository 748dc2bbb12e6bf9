/** A well-behaved server with all that the official conformance suite asks a server to expose. */
@NullMarked
package dev.belay.testbed.conformance;

import org.jspecify.annotations.NullMarked;
