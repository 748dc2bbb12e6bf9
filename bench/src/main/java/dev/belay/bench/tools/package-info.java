/** Tools in Java: their cost, and their servers compared with those of the SDKs. */
@NullMarked
package dev.belay.bench.tools;

import org.jspecify.annotations.NullMarked;
