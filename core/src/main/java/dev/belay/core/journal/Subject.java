package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import org.jspecify.annotations.Nullable;

/**
 * The call that an event is about, and its caller.
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
    return ALONE
        + text(callId)
        + text(tool)
        + text(upstream)
        + text(principal)
        + text(agentId)
        + text(sessionId);
  }
}
