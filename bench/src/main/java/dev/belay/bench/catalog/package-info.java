/** Many servers behind one URL: what lists of tools cost, and what watching costs the calls. */
@NullMarked
package dev.belay.bench.catalog;

import org.jspecify.annotations.NullMarked;
