package dev.belay.core.turn;

/**
 * The answer of a tool, as a model reads it.
 *
 * @param text the whole answer
 * @param fingerprint the answer in canonical form, by which equal answers are recognized
 * @param isError whether the tool itself reports an error
 */
public record ToolAnswer(String text, String fingerprint, boolean isError) {}
