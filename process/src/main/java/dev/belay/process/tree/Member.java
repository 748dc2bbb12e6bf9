package dev.belay.process.tree;

/**
 * One process of a tree, told from a later one with the same number by the time it started.
 *
 * @param pid its number, which the system gives to another process after its end
 * @param start when it started, in the unit of the {@link ProcessTable} that it came from
 */
public record Member(long pid, long start) {}
