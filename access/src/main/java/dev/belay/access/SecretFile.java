package dev.belay.access;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/** Files with secrets: read only if no other user could have written or read them. */
final class SecretFile {
  private static final int LONGEST = 1 << 20;
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private SecretFile() {}

  /**
   * {@return the content of the file}
   *
   * @throws IOException if it is not a regular file, belongs to another user, or others can read or
   *     write it; the message gives a remedy
   */
  static String read(Path file) throws IOException {
    check(file);
    return text(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** {@return the content of the file, regardless of its permissions; links are followed} */
  static String text(Path file) throws IOException {
    return text(file, StandardOpenOption.READ);
  }

  private static String text(Path file, OpenOption how) throws IOException {
    try (var in =
        Channels.newInputStream(Files.newByteChannel(file, StandardOpenOption.READ, how))) {
      var bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new IOException(file + ": is longer than 1 MiB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** {@return why a file cannot be used, with its name, for people} */
  static String why(IOException fault) {
    return switch (fault) {
      case NoSuchFileException none -> none.getFile() + ": is not there";
      case AccessDeniedException denied -> denied.getFile() + ": may not be used by this user";
      case FileSystemException other when other.getReason() == null -> other.getFile() + ": fails";
      default -> String.valueOf(fault.getMessage());
    };
  }

  private static void check(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    var seen = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!seen.isRegularFile()) {
      throw new IOException(file + ": is no file of its own; remove it");
    }
    if (!isOurs(file, seen)) {
      throw new IOException(file + ": belongs to " + seen.owner().getName() + "; remove it");
    }
    var open = EnumSet.noneOf(PosixFilePermission.class);
    open.addAll(seen.permissions());
    open.retainAll(OF_OTHERS);
    if (!open.isEmpty()) {
      throw new IOException(
          file + ": others can use what is in it; remove it, since it is no secret any more");
    }
  }

  /** {@return whether it belongs to this user, or to root, from whom nothing can be hidden} */
  private static boolean isOurs(Path file, PosixFileAttributes seen) throws IOException {
    var owner = seen.owner();
    return owner.equals(userOf(file)) || owner.getName().equals("root");
  }

  /**
   * {@return the user of this process, by number if the system tells it: a container may run under
   * a number without a name, which could not be looked up}
   */
  private static UserPrincipal userOf(Path file) throws IOException {
    var process = file.getFileSystem().getPath("/proc/self");
    if (Files.isDirectory(process)) {
      return Files.getOwner(process);
    }
    var users = file.getFileSystem().getUserPrincipalLookupService();
    return users.lookupPrincipalByName(System.getProperty("user.name"));
  }

  /** {@return whether users other than the owner could have written it} */
  static boolean isWritableByOthers(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return false;
    }
    var permissions = Files.getPosixFilePermissions(file);
    return permissions.contains(PosixFilePermission.OTHERS_WRITE)
        || permissions.contains(PosixFilePermission.GROUP_WRITE);
  }
}
