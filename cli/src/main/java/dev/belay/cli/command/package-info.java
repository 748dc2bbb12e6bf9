/** The subcommands of belay but {@code wrap}, which is apart so that it starts at once. */
@NullMarked
package dev.belay.cli.command;

import org.jspecify.annotations.NullMarked;
