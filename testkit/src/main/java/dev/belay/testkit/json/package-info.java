/** Minimal JSON to read messages on either side of the program under test. */
@NullMarked
package dev.belay.testkit.json;

import org.jspecify.annotations.NullMarked;
