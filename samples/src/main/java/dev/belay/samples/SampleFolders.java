package dev.belay.samples;

import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.ProtectedFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the sample tools may work. Nothing is created before a tool needs it.
 *
 * @param roots the folders that tools may use, with all below them; relative paths are those of the
 *     first one
 * @param own where the tools keep what they make themselves: an index, a record of files
 * @param withheld files that no tool uses, wherever they are
 */
public record SampleFolders(List<Path> roots, Path own, ProtectedFiles withheld) {
  /** Keeps its own list, of absolute paths. */
  public SampleFolders {
    roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
    own = own.toAbsolutePath().normalize();
    if (roots.isEmpty()) {
      throw new IllegalArgumentException("no folder that the sample tools may use");
    }
  }

  /** {@return one folder, which keeps what the tools make in its {@code .belay/cache/samples}} */
  public static SampleFolders of(Path root) {
    return new SampleFolders(
        List.of(root), ProjectPaths.of(root).cache().resolve("samples"), new ProtectedFiles());
  }
}
