package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import org.jspecify.annotations.Nullable;

/**
 * The call that an event is about, and its caller.
 *
 * @param upstream the server that has the tool; null for a tool of this program
 * @param turnId the turn that makes the call; null outside a turn
 * @param client the name that the client gives itself, or the agent of the turn; null if it has
 *     none
 */
public record Subject(
    String callId,
    String tool,
    @Nullable String upstream,
    String principal,
    @Nullable String agentId,
    @Nullable String sessionId,
    @Nullable String turnId,
    @Nullable String client) {
  long weight() {
    return ALONE
        + text(callId)
        + text(tool)
        + text(upstream)
        + text(principal)
        + text(agentId)
        + text(sessionId)
        + text(turnId)
        + text(client);
  }
}
