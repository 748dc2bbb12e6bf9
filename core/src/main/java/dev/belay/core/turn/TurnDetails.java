package dev.belay.core.turn;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A turn as shown in the list of all turns (S1-47).
 *
 * @param currentTool the running tool that was begun last; null if none runs
 * @param toolCallCount how many calls were requested
 */
public record TurnDetails(
    TurnId turnId,
    String agentId,
    String sessionId,
    Instant startedAt,
    @Nullable String currentTool,
    int toolCallCount,
    @Nullable TurnId parentTurnId) {}
