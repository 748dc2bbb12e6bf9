package dev.belay.process.tree;

/**
 * One process of a tree, distinguished from a later one with the same pid by its start time.
 *
 * @param pid its process id, which the system reuses after its end
 * @param start its start time, in the unit of its {@link ProcessTable}
 */
public record TreeMember(long pid, long start) {}
