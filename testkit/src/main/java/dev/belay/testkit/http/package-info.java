/** Just enough HTTP/1.1 to stand on either side of the program under test, and to misbehave. */
@NullMarked
package dev.belay.testkit.http;

import org.jspecify.annotations.NullMarked;
