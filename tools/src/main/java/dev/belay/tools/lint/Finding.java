package dev.belay.tools.lint;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is odd about a tool's definition.
 *
 * @param message what it is, for people
 * @param advice what to do about it
 * @param source who says so: a rule, or a report of what was rejected; null for common sense
 */
public record Finding(String message, String advice, @Nullable String source) {
  @Override
  public String toString() {
    return message;
  }
}
