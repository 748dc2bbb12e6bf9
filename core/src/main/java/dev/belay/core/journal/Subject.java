package dev.belay.core.journal;

import org.jspecify.annotations.Nullable;

/**
 * Which call an event is about, and on whose behalf.
 *
 * @param upstream the server that has the tool; null for a tool of this program
 */
public record Subject(
    String callId,
    String tool,
    @Nullable String upstream,
    String principal,
    @Nullable String agentId,
    @Nullable String sessionId) {
  long weight() {
    return Weights.of(callId, tool, upstream, principal, agentId, sessionId);
  }
}
