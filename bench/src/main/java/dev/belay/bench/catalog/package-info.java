/** Many servers behind one URL: the cost of lists of tools, and of observers for calls. */
@NullMarked
package dev.belay.bench.catalog;

import org.jspecify.annotations.NullMarked;
