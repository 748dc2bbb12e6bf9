package dev.belay.core.call;

import dev.belay.core.journal.Subject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The immutable facts of a call.
 *
 * @param upstream the server that has the tool; null for a tool of this program
 */
public record CallInfo(
    CallId id, String tool, @Nullable String upstream, Caller caller, Instant acceptedAt) {
  Subject subject() {
    return new Subject(
        id.toString(),
        tool,
        upstream,
        caller.principal(),
        caller.agentId(),
        caller.sessionId(),
        caller.turnId(),
        caller.client());
  }
}
