package dev.belay.core.turn;

/**
 * What a tool said, as a model reads it.
 *
 * @param text all of it
 * @param fingerprint the same in one spelling, by which equal answers are known
 * @param isError whether the tool itself says that it failed
 */
public record ToolAnswer(String text, String fingerprint, boolean isError) {}
