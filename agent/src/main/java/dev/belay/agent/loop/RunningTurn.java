package dev.belay.agent.loop;

import dev.belay.core.turn.Turn;
import java.util.concurrent.CompletionStage;

/**
 * An answer under way.
 *
 * @param answer complete once the turn has ended, with what its model said last; empty if that was
 *     nothing. Never completed exceptionally
 */
public record RunningTurn(Turn turn, CompletionStage<String> answer) {}
