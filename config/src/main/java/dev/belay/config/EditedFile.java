package dev.belay.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of a person that Belay changes: read whole and bounded, replaced as a whole, and only as
 * long as nobody else has changed it since it was read.
 */
public final class EditedFile {
  private static final Set<PosixFilePermission> OF_GROUP =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE);

  private final Path path;
  private final Path target;
  private final byte @Nullable [] content;

  private EditedFile(Path path, Path target, byte @Nullable [] content) {
    this.path = path;
    this.target = target;
    this.content = content;
  }

  /**
   * Reads a file, through links.
   *
   * @param most how many bytes it may have
   * @throws IOException if it cannot be read, or is longer; the message begins with its path
   */
  public static EditedFile read(Path path, int most) throws IOException {
    try {
      return new EditedFile(path, path.toRealPath(), content(path, most));
    } catch (NoSuchFileException _) {
      if (Files.isSymbolicLink(path)) {
        throw new IOException(path + ": is a link to a file that does not exist");
      }
      return new EditedFile(path, path.toAbsolutePath(), null);
    }
  }

  private static byte[] content(Path path, int most) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException(path + ": is a directory");
    }
    try (var in = Channels.newInputStream(Files.newByteChannel(path))) {
      var bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new IOException(path + ": is longer than " + (most >> 20) + " MiB");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw said(path, "cannot be read", e);
    }
  }

  /** {@return the path as it was given} */
  public Path path() {
    return path;
  }

  /** {@return the path of the file itself, where no link leads elsewhere} */
  public Path target() {
    return target;
  }

  /** {@return whether there was a file} */
  public boolean isThere() {
    return content != null;
  }

  /** {@return what it held; nothing if there was no file} */
  public byte[] content() {
    return content == null ? new byte[0] : content.clone();
  }

  /**
   * Puts this content in place of the file's, with the permissions that it has; a new file can be
   * read by its owner alone.
   *
   * @throws IOException if it cannot be written, or has changed since it was read; the message
   *     begins with its path
   */
  public void replace(byte[] changed) throws IOException {
    requireWritable();
    try {
      var folder = folder();
      Files.createDirectories(folder);
      var draft = Files.createTempFile(folder, ".belay", "", ownersAlone(folder));
      try {
        write(draft, changed);
        adopt(draft);
        requireUnchanged();
        Files.move(
            draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      settle(folder);
    } catch (Changed e) {
      throw e;
    } catch (IOException e) {
      throw said(path, "cannot be written", e);
    }
  }

  /**
   * Removes the file.
   *
   * @throws IOException if that fails, or it has changed since it was read
   */
  public void remove() throws IOException {
    requireUnchanged();
    Files.deleteIfExists(target);
  }

  /**
   * Requires that the owner may write it: that a folder lets it be replaced does not count.
   *
   * @throws IOException if it is read-only
   */
  public void requireWritable() throws IOException {
    var view = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    boolean isReadOnly =
        content != null
            && (view == null
                ? !Files.isWritable(target)
                : !view.readAttributes().permissions().contains(PosixFilePermission.OWNER_WRITE)
                    || !Files.isWritable(target));
    if (isReadOnly) {
      throw new IOException(path + ": is read-only");
    }
  }

  private Path folder() {
    var folder = target.getParent();
    return folder == null ? target : folder;
  }

  private void requireUnchanged() throws IOException {
    byte[] now;
    try {
      now = content == null ? Files.readAllBytes(target) : content(target, content.length);
    } catch (NoSuchFileException _) {
      now = null;
    } catch (IOException _) {
      throw new Changed(path);
    }
    if (!Arrays.equals(now, content)) {
      throw new Changed(path);
    }
  }

  private static void write(Path draft, byte[] content) throws IOException {
    try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Gives the draft the permissions, and if possible the owner, of the file that it replaces. */
  private void adopt(Path draft) throws IOException {
    var view = Files.getFileAttributeView(draft, PosixFileAttributeView.class);
    if (content == null || view == null) {
      return;
    }
    var before = Files.readAttributes(target, PosixFileAttributes.class);
    var permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(before.permissions());
    try {
      view.setGroup(before.group());
    } catch (IOException _) {
      // Nobody of another group may read what those of its group could.
      permissions.removeAll(OF_GROUP);
    }
    try {
      view.setOwner(before.owner());
    } catch (IOException _) {
      // Another's file in a shared folder becomes that of who edits it.
    }
    view.setPermissions(permissions);
  }

  /** Makes a rename last through a power cut, where folders can be opened. */
  private static void settle(Path folder) {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException _) {
      // The file itself is written; systems without this keep their own order.
    }
  }

  private static FileAttribute<?>[] ownersAlone(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static IOException said(Path path, String what, IOException e) {
    return new IOException(path + ": " + what + ": " + ConfigFile.why(e), e);
  }

  /** Thrown for a file that somebody else changed. */
  private static final class Changed extends IOException {
    private static final long serialVersionUID = 1L;

    Changed(Path path) {
      super(path + ": was changed meanwhile by another program; nothing was written. Try again");
    }
  }
}
