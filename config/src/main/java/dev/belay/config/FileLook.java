package dev.belay.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What can be seen of a file without reading it: two that are equal are taken for the same content.
 *
 * @param key which file it is, where the file system says; a replaced one is another
 * @param modified when it was last written; null where there is no file
 */
record FileLook(@Nullable Object key, @Nullable Object modified, long size) {
  /** No file. */
  static final FileLook NONE = new FileLook(null, null, 0);

  /** {@return what is seen there, through links} */
  static FileLook at(Path path) {
    try {
      var seen = Files.readAttributes(path, BasicFileAttributes.class);
      return new FileLook(seen.fileKey(), seen.lastModifiedTime(), seen.size());
    } catch (IOException _) {
      return NONE;
    }
  }

  boolean isThere() {
    return modified != null;
  }
}
