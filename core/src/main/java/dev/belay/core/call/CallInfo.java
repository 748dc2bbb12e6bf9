package dev.belay.core.call;

import dev.belay.core.journal.Subject;
import java.time.Instant;

/** What does not change about a call, from accepted to settled. */
public record CallInfo(CallId id, String tool, Caller caller, Instant acceptedAt) {
  Subject subject() {
    return new Subject(
        id.toString(), tool, caller.principal(), caller.agentId(), caller.sessionId());
  }
}
