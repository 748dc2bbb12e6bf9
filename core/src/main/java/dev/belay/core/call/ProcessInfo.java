package dev.belay.core.call;

/**
 * A process, as shown to people.
 *
 * @param command the name of its program, without arguments
 */
public record ProcessInfo(long pid, String command) {}
