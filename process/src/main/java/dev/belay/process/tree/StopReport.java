package dev.belay.process.tree;

import java.time.Duration;
import java.util.Set;

/**
 * How a tree ended.
 *
 * @param endedBy the last step that was needed
 * @param killed how many processes were sent KILL
 * @param abandoned what is alive all the same
 * @param took from the first step to the end
 */
public record StopReport(Step endedBy, int killed, Set<Member> abandoned, Duration took) {}
