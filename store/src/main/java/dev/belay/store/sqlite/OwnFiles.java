package dev.belay.store.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files and directories that only their owner reads. */
final class OwnFiles {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private OwnFiles() {}

  static FileAttribute<?>[] forOwner(Path where) {
    return hasModes(where)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(Path where) {
    return where.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  static void makeDirectory(Path directory) throws IOException {
    if (hasModes(directory)) {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
    } else {
      Files.createDirectories(directory);
    }
  }

  /** {@return how a file is opened that is made where it is missing} */
  static Set<OpenOption> opening() {
    return Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Makes an empty file where there is none, and makes the mode of one that is there right. The
   * file itself is not opened: closing it would give up the locks that SQLite has on it in this
   * process.
   */
  static void make(Path file) throws IOException {
    try {
      Files.createFile(file, forOwner(file));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("it is a link or a directory", e);
      }
      if (hasModes(file) && !Files.getPosixFilePermissions(file).equals(FILE)) {
        Files.setPosixFilePermissions(file, FILE);
      }
    }
  }

  /** {@return what tells this file from any other of its name; null if there is none} */
  static @Nullable Object key(Path file) {
    try {
      var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      var key = found.fileKey();
      return key == null ? found.creationTime() : key;
    } catch (IOException _) {
      return null;
    }
  }
}
