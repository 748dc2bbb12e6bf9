/** {@code belay watch}: shows a gateway on the whole screen. */
@NullMarked
package dev.belay.cli.watch;

import org.jspecify.annotations.NullMarked;
