/** The same client with the same server, bare and behind {@code belay wrap}, by turns. */
@NullMarked
package dev.belay.bench.wrap;

import org.jspecify.annotations.NullMarked;
