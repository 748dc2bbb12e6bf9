package dev.belay.process.tree;

/**
 * One living process of a tree, and the time of its start, as exactly as the system reports it.
 *
 * @param parent the pid of its present parent
 * @param isOrphan whether that parent is outside the tree
 * @param name its program, truncated by the system; without arguments, which may be secrets
 * @param from the earliest time of its start, by the clock of its {@code Time}
 * @param to the latest time of its start
 * @param hasEnded whether it ended while others were read: an orphan may be what it left
 */
public record Birth(
    TreeMember member,
    long parent,
    boolean isOrphan,
    String name,
    long from,
    long to,
    boolean hasEnded) {}
