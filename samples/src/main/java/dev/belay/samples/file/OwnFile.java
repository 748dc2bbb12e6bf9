package dev.belay.samples.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files of the tools' own, each as a whole. */
public final class OwnFile {
  private OwnFile() {}

  /** Writes a file in place of the present one, with the folders above it. */
  public static void replace(Path file, byte[] content) throws IOException {
    var folder = Files.createDirectories(file.toAbsolutePath().getParent());
    var fresh = Files.createTempFile(folder, "fresh", ".tmp");
    try {
      Files.write(fresh, content);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
