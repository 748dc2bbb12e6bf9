package dev.belay.http.route;

import org.jspecify.annotations.Nullable;

/**
 * Paths that differ in one part, such as {@code /api/calls/{id}/cancel}.
 *
 * @param before all up to that part, with its slash
 * @param name what the part is called
 * @param after all behind the part, with its slash; may be empty
 */
public record PathPattern(String before, String name, String after) {
  /**
   * {@return the pattern that is written with its one part in braces}
   *
   * @throws IllegalArgumentException if it is not one whole part
   */
  public static PathPattern of(String text) {
    int open = text.indexOf("/{");
    int close = text.indexOf('}');
    boolean isWhole =
        open >= 0
            && close > open + 2
            && (close + 1 == text.length() || text.charAt(close + 1) == '/');
    if (!isWhole) {
      throw new IllegalArgumentException("one part in braces is expected: " + text);
    }
    return new PathPattern(
        text.substring(0, open + 1), text.substring(open + 2, close), text.substring(close + 1));
  }

  /** {@return that part of {@code path}, undecoded; null if the path is not of this pattern} */
  public @Nullable String parameter(String path) {
    int end = path.length() - after.length();
    if (end <= before.length() || !path.startsWith(before) || !path.endsWith(after)) {
      return null;
    }
    var part = path.substring(before.length(), end);
    return part.indexOf('/') < 0 ? part : null;
  }

  @Override
  public String toString() {
    return before + "{" + name + "}" + after;
  }
}
