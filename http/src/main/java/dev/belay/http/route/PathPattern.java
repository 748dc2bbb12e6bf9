package dev.belay.http.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Paths that differ in some parts, such as {@code /api/calls/{id}/cancel}.
 *
 * @param parts what stands between the slashes; a name in braces stands for any part but an empty
 *     one
 */
public record PathPattern(List<String> parts) {
  /** Keeps its own copy of {@code parts}. */
  public PathPattern {
    parts = List.copyOf(parts);
  }

  /**
   * {@return the pattern that is written with its variable parts in braces}
   *
   * @throws IllegalArgumentException if there is none, or one is no whole part
   */
  public static PathPattern of(String text) {
    var parts = List.of(text.split("/", -1));
    boolean isWhole =
        text.startsWith("/")
            && parts.stream().anyMatch(PathPattern::isVariable)
            && parts.stream().allMatch(part -> isVariable(part) || !part.matches(".*[{}].*"));
    if (!isWhole) {
      throw new IllegalArgumentException("whole parts in braces are expected: " + text);
    }
    return new PathPattern(parts);
  }

  private static boolean isVariable(String part) {
    return part.length() > 2 && part.indexOf('{') == 0 && part.indexOf('}') == part.length() - 1;
  }

  /** {@return the first of those parts of {@code path}, undecoded; null if the path is another} */
  public @Nullable String parameter(String path) {
    var all = parameters(path);
    return all == null ? null : all.getFirst();
  }

  /** {@return those parts of {@code path}, undecoded; null if the path is not of this pattern} */
  public @Nullable List<String> parameters(String path) {
    var said = path.split("/", -1);
    if (said.length != parts.size()) {
      return null;
    }
    var found = new ArrayList<String>();
    for (int i = 0; i < said.length; i++) {
      if (isVariable(parts.get(i)) && !said[i].isEmpty()) {
        found.add(said[i]);
      } else if (!said[i].equals(parts.get(i))) {
        return null;
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return String.join("/", parts);
  }
}
