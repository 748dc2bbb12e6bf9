/** Just enough JSON to read a message on either side of the program under test. */
@NullMarked
package dev.belay.testkit.json;

import org.jspecify.annotations.NullMarked;
