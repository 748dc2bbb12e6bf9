/** What {@code belay serve} says on standard error while it runs. */
@NullMarked
package dev.belay.cli.log;

import org.jspecify.annotations.NullMarked;
