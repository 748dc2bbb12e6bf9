/** A client that does exactly what a test says, and keeps every line it was sent. */
@NullMarked
package dev.belay.testkit.client;

import org.jspecify.annotations.NullMarked;
