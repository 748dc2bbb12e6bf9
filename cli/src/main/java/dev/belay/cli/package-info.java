/** The entry point of belay: chooses the command and guards standard output. */
@NullMarked
package dev.belay.cli;

import org.jspecify.annotations.NullMarked;
