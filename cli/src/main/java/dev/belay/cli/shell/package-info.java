/** What a shell gives to a command, and what it gets back. */
@NullMarked
package dev.belay.cli.shell;

import org.jspecify.annotations.NullMarked;
