/** Finding every process of a tree, including escaped ones, and ending them all. */
@NullMarked
package dev.belay.process.tree;

import org.jspecify.annotations.NullMarked;
