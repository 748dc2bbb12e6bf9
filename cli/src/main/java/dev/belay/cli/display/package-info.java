/** Progress and messages on standard error while a call runs. */
@NullMarked
package dev.belay.cli.display;

import org.jspecify.annotations.NullMarked;
