/** {@code belay watch}: a gateway on a whole screen. */
@NullMarked
package dev.belay.cli.watch;

import org.jspecify.annotations.NullMarked;
