package dev.belay.http.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path template with variable parts, such as {@code /api/calls/{id}/cancel}.
 *
 * @param parts the segments; a name in braces matches any segment but an empty one
 */
public record PathPattern(List<String> parts) {
  /** Copies {@code parts}. */
  public PathPattern {
    parts = List.copyOf(parts);
  }

  /**
   * {@return the pattern written as {@code text}}
   *
   * @throws IllegalArgumentException if no segment is variable, or braces stand within a segment
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

  /** {@return the first variable segment of {@code path}, undecoded; null if it does not match} */
  public @Nullable String parameter(String path) {
    var all = parameters(path);
    return all == null ? null : all.getFirst();
  }

  /** {@return the variable segments of {@code path}, undecoded; null if it does not match} */
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
