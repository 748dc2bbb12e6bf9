/** The pages of the console, as routes of HTTP. */
@NullMarked
package dev.belay.console;

import org.jspecify.annotations.NullMarked;
