package dev.belay.tools.lint;

import org.jspecify.annotations.Nullable;

/**
 * A peculiarity of a tool's definition.
 *
 * @param message for people
 * @param advice how to correct it
 * @param source a rule, or a report of a rejection; null for common sense
 */
public record Finding(String message, String advice, @Nullable String source) {
  @Override
  public String toString() {
    return message;
  }
}
