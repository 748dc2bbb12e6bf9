package dev.belay.core.turn;

/**
 * One call that a model asks for.
 *
 * @param id the model's own name for it, which its result will have
 */
public record ToolUse(String id, TurnTool tool) {}
