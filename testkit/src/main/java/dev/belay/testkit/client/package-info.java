/** Clients that a test scripts to the byte, with a record of every line received. */
@NullMarked
package dev.belay.testkit.client;

import org.jspecify.annotations.NullMarked;
