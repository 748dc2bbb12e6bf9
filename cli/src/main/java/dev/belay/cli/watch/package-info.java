/** {@code belay watch} and {@code belay approvals -i}: a gateway on the whole screen. */
@NullMarked
package dev.belay.cli.watch;

import org.jspecify.annotations.NullMarked;
