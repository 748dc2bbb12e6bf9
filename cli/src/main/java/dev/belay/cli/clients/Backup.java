package dev.belay.cli.clients;

import dev.belay.config.EditedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A file as it was before an import, beside the file: its name ends with a hash of what the import
 * wrote, which tells whether the file has changed since.
 *
 * @param path its own path
 * @param made what the import wrote, hashed
 * @param wasThere whether there was a file before; else the backup is empty
 */
public record Backup(Path path, String made, boolean wasThere) {
  private static final int MOST_BYTES = 16 << 20;
  private static final Pattern END = Pattern.compile("\\.belay-([0-9a-f]{12})\\.(before|none)");

  /**
   * Keeps the file as it is now.
   *
   * @param after what is about to be written in its place
   */
  public static Backup keep(EditedFile file, byte[] after) throws IOException {
    var name =
        file.target().getFileName()
            + ".belay-"
            + hash(after)
            + (file.isThere() ? ".before" : ".none");
    var path = file.target().resolveSibling(name);
    var kept = EditedFile.read(path, MOST_BYTES);
    kept.replace(file.content());
    if (file.isThere()) {
      narrow(file.target(), path);
    }
    return new Backup(path, hash(after), file.isThere());
  }

  /** Lets nobody read the copy who could not read the file. */
  private static void narrow(Path from, Path to) throws IOException {
    if (from.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }

  /** {@return the backups of a file, the newest first} */
  public static List<Backup> of(EditedFile file) throws IOException {
    var folder = file.target().getParent();
    var name = String.valueOf(file.target().getFileName());
    var found = new ArrayList<Backup>();
    if (folder == null || !Files.isDirectory(folder)) {
      return found;
    }
    try (var all = Files.newDirectoryStream(folder, path -> isOf(path, name))) {
      for (var path : all) {
        var end = END.matcher(path.getFileName().toString().substring(name.length()));
        if (end.matches()) {
          found.add(new Backup(path, end.group(1), end.group(2).equals("before")));
        }
      }
    }
    var times = new ArrayList<Dated>();
    for (var backup : found) {
      times.add(new Dated(backup, Files.getLastModifiedTime(backup.path()).toMillis()));
    }
    times.sort(Comparator.comparingLong(Dated::time).reversed());
    return times.stream().map(Dated::backup).toList();
  }

  private static boolean isOf(Path path, String name) {
    return String.valueOf(path.getFileName()).startsWith(name + ".belay-");
  }

  private record Dated(Backup backup, long time) {}

  /** {@return whether the file is still as the import left it} */
  public boolean fits(EditedFile file) {
    return file.isThere() && made.equals(hash(file.content()));
  }

  /**
   * Keeps a file as it is now, because what was changed in it after the import is to be undone too.
   *
   * @return the copy beside it
   */
  public static Path keepAfter(EditedFile file) throws IOException {
    var name = file.target().getFileName() + ".belay-" + hash(file.content()) + ".after";
    var path = file.target().resolveSibling(name);
    EditedFile.read(path, MOST_BYTES).replace(file.content());
    narrow(file.target(), path);
    return path;
  }

  /**
   * Puts the file back as it was, byte for byte, and removes the backup.
   *
   * @throws IOException if that fails, or the backup has gone
   */
  public void restore(EditedFile file) throws IOException {
    var kept = EditedFile.read(path, MOST_BYTES);
    if (!kept.isThere()) {
      throw new IOException(path + ": is no longer there; nothing was put back");
    }
    if (wasThere) {
      file.replace(kept.content());
    } else {
      file.remove();
    }
    Files.delete(path);
  }

  /** Removes it, once nobody needs it. */
  public void remove() throws IOException {
    Files.deleteIfExists(path);
  }

  private static String hash(byte[] content) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
