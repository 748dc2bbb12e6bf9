package dev.belay.core.call;

/**
 * A process, as people tell it from others.
 *
 * @param command the name of its program, without arguments
 */
public record ProcessInfo(long pid, String command) {}
