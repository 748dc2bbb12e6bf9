package dev.belay.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Identifies the start that produced a process.
 *
 * @param number counts the starts that may have lost state; 0 is the first of all
 * @param why a sentence about the end of the previous process; null for the first
 */
record Restart(int number, @Nullable String why) {
  static final Restart NONE = new Restart(0, null);
}
