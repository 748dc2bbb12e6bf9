/** {@code belay chat}: talks to an agent of a gateway. */
@NullMarked
package dev.belay.cli.chat;

import org.jspecify.annotations.NullMarked;
