/** A corpus of documents: taken in, indexed, and asked. */
@NullMarked
package dev.belay.samples.corpus;

import org.jspecify.annotations.NullMarked;
