package dev.belay.gateway.listing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The file of one server's pins, readable by its owner alone.
 *
 * <p>It is replaced as a whole, by one writer at a time, those of other processes included.
 * Concurrency: {@code ONE_AT_A_TIME} is held while a file is read and rewritten, which is rare; no
 * thread that serves a call waits for it.
 */
final class PinFile {
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();
  static final String SUFFIX = ".json";

  private static final long LONGEST = 64L * 1024 * 1024;

  /** Identifies a version of the file; null stands for no file. */
  record Stamp(@Nullable Object key, FileTime modified, long size) {}

  /**
   * What a change has left in the file.
   *
   * @param stamp of that version, whatever another process writes next
   */
  record Changed(ServerPins book, @Nullable Stamp stamp) {}

  private final Path directory;
  private final Path path;
  private final String server;

  PinFile(Path directory, String name, String server) {
    this.directory = directory;
    path = directory.resolve(name);
    this.server = server;
  }

  /**
   * Returns the directory of all pins.
   *
   * @throws IOException if the environment names no directory for state
   */
  static Path directory(Map<String, String> environment) throws IOException {
    var state = environment.get("XDG_STATE_HOME");
    // Relative paths are to be ignored (XDG base directories).
    if (state != null && state.startsWith("/")) {
      return Path.of(state, "belay", "pins");
    }
    var home = environment.get("HOME");
    if (home == null || home.isBlank()) {
      throw new IOException("pins have no place: set XDG_STATE_HOME or HOME");
    }
    return Path.of(home, ".local", "state", "belay", "pins");
  }

  /** {@return the file of a server, identified by how it is started or reached} */
  static PinFile of(Path directory, String server, String identity) {
    var safe = server.replaceAll("[^A-Za-z0-9_-]", "_");
    var hash = Pin.sha256((server + "\n" + identity).getBytes(StandardCharsets.UTF_8));
    var name = safe.substring(0, Math.min(64, safe.length())) + "-" + hash.substring(0, 12);
    return new PinFile(directory, name + SUFFIX, server);
  }

  @Nullable Stamp stamp() throws IOException {
    try {
      var found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Stamp(found.fileKey(), found.lastModifiedTime(), found.size());
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  ServerPins read() throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " holds no pins: it is a link; move it away");
    }
    try (var file =
        Files.newByteChannel(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      if (file.size() > LONGEST) {
        throw new IOException(path + " holds no pins: it is too long; move it away");
      }
      return ServerPins.read(Channels.newInputStream(file).readAllBytes(), path);
    } catch (NoSuchFileException _) {
      return new ServerPins(server);
    }
  }

  /** Reads the file, applies the change, and rewrites it. */
  Changed change(Consumer<ServerPins> change) throws IOException {
    Files.createDirectories(directory, modes(directory, "rwx------"));
    ONE_AT_A_TIME.lock();
    try (var guard = guard();
        var _ = guard.lock()) {
      var book = read();
      change.accept(book);
      write(book.write());
      return new Changed(book, stamp());
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private FileChannel guard() throws IOException {
    return FileChannel.open(
        Path.of(path + ".lock"),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        modes(directory, "rw-------"));
  }

  private void write(byte[] text) throws IOException {
    var draft = Files.createTempFile(directory, ".pins", "", modes(directory, "rw-------"));
    try {
      try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static FileAttribute<?>[] modes(Path where, String modes) {
    return where.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(modes))
        }
        : new FileAttribute<?>[0];
  }
}
