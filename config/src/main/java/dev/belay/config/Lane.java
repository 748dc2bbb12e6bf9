package dev.belay.config;

import org.jspecify.annotations.Nullable;

/**
 * What config says about the calls that may run beside a tool's call.
 *
 * @param concurrency null where config says nothing and the tool's own declaration counts (C19)
 * @param scope how far an exclusive call reaches
 * @param key the argument that names what a call reads or writes: within a turn, only calls that
 *     name the same collide; null for none
 */
public record Lane(@Nullable Concurrency concurrency, Scope scope, @Nullable String key) {}
