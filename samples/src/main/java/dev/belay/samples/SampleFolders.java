package dev.belay.samples;

import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.ProtectedFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * Folders that the sample tools may use. Nothing is created before a tool needs it.
 *
 * @param roots allowed folders, including everything below them; relative paths start at the first
 *     one
 * @param own folder for the tools' own data: the document index, the monitor database
 * @param withheld files refused to every tool, wherever they are
 */
public record SampleFolders(List<Path> roots, Path own, ProtectedFiles withheld) {
  /** Copies the list, with absolute paths. */
  public SampleFolders {
    roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
    own = own.toAbsolutePath().normalize();
    if (roots.isEmpty()) {
      throw new IllegalArgumentException("no folder that the sample tools may use");
    }
  }

  /** {@return one allowed folder, whose {@code .belay/cache/samples} holds the tools' data} */
  public static SampleFolders of(Path root) {
    return new SampleFolders(
        List.of(root), ProjectPaths.of(root).cache().resolve("samples"), new ProtectedFiles());
  }
}
