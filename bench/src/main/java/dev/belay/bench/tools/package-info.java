/** Servers of tools in Java, as their authors write them. */
@NullMarked
package dev.belay.bench.tools;

import org.jspecify.annotations.NullMarked;
