package dev.belay.tools.inject;

import java.nio.file.Path;

/**
 * Where a project is, and where its tools may leave things (S4-71, S4-75). Nothing is created.
 *
 * @param root of the project, absolute
 * @param logs for what tools write down of their work
 * @param cache for what can be made again
 */
public record ProjectPaths(Path root, Path logs, Path cache) {
  /** {@return the paths of the project in {@code root}, which keeps its own in {@code .belay}} */
  public static ProjectPaths of(Path root) {
    var absolute = root.toAbsolutePath().normalize();
    var own = absolute.resolve(".belay");
    return new ProjectPaths(absolute, own.resolve("logs"), own.resolve("cache"));
  }
}
