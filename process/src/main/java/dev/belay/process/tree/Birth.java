package dev.belay.process.tree;

/**
 * One living process of a tree, and when it was born, as exactly as the system tells.
 *
 * @param parent the number of its parent now
 * @param isOrphan whether that is none of its tree any more
 * @param name of its program, as the system cuts it; without arguments, which may be secrets
 * @param from the earliest and
 * @param to the latest that it can have been, by the clock of its {@code Time}
 */
public record Birth(
    Member member, long parent, boolean isOrphan, String name, long from, long to) {}
