/** Indexing and researching a corpus of documents. */
@NullMarked
package dev.belay.samples.corpus;

import org.jspecify.annotations.NullMarked;
