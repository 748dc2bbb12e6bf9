/** {@code belay wrap}: one server, governed, behind this process's own stdin and stdout. */
@NullMarked
package dev.belay.cli.wrap;

import org.jspecify.annotations.NullMarked;
