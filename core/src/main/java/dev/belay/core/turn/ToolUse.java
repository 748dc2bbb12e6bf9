package dev.belay.core.turn;

/**
 * One call requested by a model.
 *
 * @param id the model's own id for it, which its result carries
 */
public record ToolUse(String id, TurnTool tool) {}
