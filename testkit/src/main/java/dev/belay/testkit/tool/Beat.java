package dev.belay.testkit.tool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One heartbeat of a tool.
 *
 * @param at since the call was made, in virtual time
 */
public record Beat(
    Duration at, @Nullable String message, @Nullable Double done, @Nullable Double total) {}
