/** Where belay starts: which command, and what reaches standard output. */
@NullMarked
package dev.belay.cli;

import org.jspecify.annotations.NullMarked;
