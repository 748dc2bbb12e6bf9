package dev.belay.agent.loop;

import dev.belay.core.turn.TurnRequest;

/**
 * A message to an agent.
 *
 * @param turn whom it is for, in which conversation, on whose behalf, and how long the answer may
 *     take
 * @param message what is said: at least one character that is no white space
 * @param isKept whether the conversation goes on after the answer; otherwise it is one that nobody
 *     else finds
 */
public record Asked(TurnRequest turn, String message, boolean isKept) {}
