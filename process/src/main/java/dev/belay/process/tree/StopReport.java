package dev.belay.process.tree;

import java.time.Duration;
import java.util.Set;

/**
 * The result of stopping a tree.
 *
 * @param endedBy the last step that was needed
 * @param killed the number of processes that were sent KILL
 * @param abandoned the survivors
 * @param took from the first step to the end
 */
public record StopReport(Step endedBy, int killed, Set<TreeMember> abandoned, Duration took) {}
