package dev.belay.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Which start of a server a process comes from.
 *
 * @param number counts the starts after which something may be lost; 0 is the first of all
 * @param why what became of the process before, a sentence; null for the first
 */
record Restart(int number, @Nullable String why) {
  static final Restart NONE = new Restart(0, null);
}
