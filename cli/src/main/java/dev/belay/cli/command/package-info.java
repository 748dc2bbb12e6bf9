/** The subcommands of belay. */
@NullMarked
package dev.belay.cli.command;

import org.jspecify.annotations.NullMarked;
