/** Minimal HTTP/1.1 for either side of the program under test, misbehaviour included. */
@NullMarked
package dev.belay.testkit.http;

import org.jspecify.annotations.NullMarked;
