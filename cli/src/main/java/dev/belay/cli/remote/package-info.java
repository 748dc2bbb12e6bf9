/** A gateway that runs elsewhere, as those see it who ask what it does and stop what it runs. */
@NullMarked
package dev.belay.cli.remote;

import org.jspecify.annotations.NullMarked;
