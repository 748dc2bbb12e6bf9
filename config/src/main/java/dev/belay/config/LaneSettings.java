package dev.belay.config;

import org.jspecify.annotations.Nullable;

/**
 * The configured concurrency of a tool's calls.
 *
 * @param concurrency null if unset, so that the tool's own declaration counts (C19)
 * @param scope the scope of exclusive calls
 * @param key the argument that names the resource of a call: within a turn, only calls with the
 *     same resource conflict; null for none
 */
public record LaneSettings(@Nullable Concurrency concurrency, Scope scope, @Nullable String key) {}
