/** Input, output, signals and exit codes of a command, and the version of this program. */
@NullMarked
package dev.belay.cli.shell;

import org.jspecify.annotations.NullMarked;
