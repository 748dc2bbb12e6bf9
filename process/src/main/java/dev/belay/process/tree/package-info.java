/** Finding every process of a tree, the escaped too, and ending them all. */
@NullMarked
package dev.belay.process.tree;

import org.jspecify.annotations.NullMarked;
