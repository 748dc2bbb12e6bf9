package dev.belay.samples.file;

import dev.belay.tools.annotation.Arg;

/**
 * What came of a sync (S2-23).
 *
 * @param filesProcessed all that were looked at
 * @param filesSkipped those of them that are as they were last time
 * @param filesUpdated those that are new, or changed
 * @param durationSeconds from the first to the last
 */
public record SyncReport(
    @Arg(description = "How many files were looked at") int filesProcessed,
    @Arg(description = "How many of them are as they were last time") int filesSkipped,
    @Arg(description = "How many of them are new, or changed") int filesUpdated,
    @Arg(description = "How long it took") double durationSeconds) {}
