package dev.belay.config;

import dev.belay.core.turn.ToolTimeouts.Silence;

/**
 * What one tool's calls go by in a turn, besides the settings of turns.
 *
 * @param lane what the configuration says about what they may run beside (C19)
 * @param silence how long they may be silent (C5, C7)
 */
public record TurnPolicy(Lane lane, Silence silence) {}
