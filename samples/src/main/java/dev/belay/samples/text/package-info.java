/** Bytes that may be a text, and how much of it. */
@NullMarked
package dev.belay.samples.text;

import org.jspecify.annotations.NullMarked;
