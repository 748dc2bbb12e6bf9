package dev.belay.probe.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Puts a report into a file, whole or not at all. */
public final class Written {
  private Written() {}

  /** Writes the text, with the directories that the file needs. */
  public static void to(Path path, String text) throws IOException {
    var directory = path.toAbsolutePath().normalize().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    var part = path.resolveSibling(path.getFileName() + ".part");
    Files.writeString(part, text);
    Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
  }
}
