/**
 * The subcommands of belay, except {@code wrap}, which must start without a command-line library.
 */
@NullMarked
package dev.belay.cli.command;

import org.jspecify.annotations.NullMarked;
