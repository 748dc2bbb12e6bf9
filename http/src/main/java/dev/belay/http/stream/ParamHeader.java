package dev.belay.http.stream;

import java.util.List;

/**
 * One argument that comes in a header too.
 *
 * @param name what follows {@code Mcp-Param-} in the header's name
 * @param path the keys that lead to the value within the arguments
 */
public record ParamHeader(String name, List<String> path) {
  public ParamHeader {
    path = List.copyOf(path);
  }
}
