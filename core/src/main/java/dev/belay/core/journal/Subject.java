package dev.belay.core.journal;

import org.jspecify.annotations.Nullable;

/** Which call an event is about, and on whose behalf. */
public record Subject(
    String callId,
    String tool,
    String principal,
    @Nullable String agentId,
    @Nullable String sessionId) {}
