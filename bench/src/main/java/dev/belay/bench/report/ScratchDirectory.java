package dev.belay.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A directory that is deleted with all that is in it.
 *
 * @param path where it is
 */
public record ScratchDirectory(Path path) implements AutoCloseable {
  /** {@return a new one among the system's temporary files} */
  public static ScratchDirectory open() throws IOException {
    return new ScratchDirectory(Files.createTempDirectory("belay-bench-"));
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
