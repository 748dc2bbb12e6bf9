package dev.belay.tools.inject;

import java.nio.file.Path;

/**
 * Folders of a project (S4-71, S4-75). Does not create them.
 *
 * @param root of the project, absolute
 * @param logs for the logs of tools
 * @param cache for files that can be made again
 */
public record ProjectPaths(Path root, Path logs, Path cache) {
  /** {@return the paths of the project in {@code root}, with the others below {@code .belay}} */
  public static ProjectPaths of(Path root) {
    var absolute = root.toAbsolutePath().normalize();
    var own = absolute.resolve(".belay");
    return new ProjectPaths(absolute, own.resolve("logs"), own.resolve("cache"));
  }
}
