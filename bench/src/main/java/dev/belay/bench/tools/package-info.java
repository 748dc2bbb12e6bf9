/** Tools in Java: what they cost, and servers of them beside those of the SDKs. */
@NullMarked
package dev.belay.bench.tools;

import org.jspecify.annotations.NullMarked;
