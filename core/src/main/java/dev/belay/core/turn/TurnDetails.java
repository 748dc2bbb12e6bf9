package dev.belay.core.turn;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A turn as those see it who look at all of them (S1-47).
 *
 * @param currentTool the tool that was begun last, of those that run; null while none does
 * @param toolCallCount how many calls it was asked for
 */
public record TurnDetails(
    TurnId turnId,
    String agentId,
    String sessionId,
    Instant startedAt,
    @Nullable String currentTool,
    int toolCallCount,
    @Nullable TurnId parentTurnId) {}
