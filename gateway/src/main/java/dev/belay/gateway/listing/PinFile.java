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
 * The file that one server's pins are kept in, for its owner alone to read.
 *
 * <p>It is replaced as a whole, and changed by one at a time, be it another process. Concurrency:
 * {@code ONE_AT_A_TIME} is held while a file is read and written anew, which is rare; nothing that
 * serves a call waits for it.
 */
final class PinFile {
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();
  static final String SUFFIX = ".json";

  private static final long LONGEST = 64L * 1024 * 1024;

  /** What changes when a file is replaced; null while there is none. */
  record Stamp(@Nullable Object key, FileTime modified, long size) {}

  private final Path directory;
  private final Path path;
  private final String server;

  PinFile(Path directory, String name, String server) {
    this.directory = directory;
    path = directory.resolve(name);
    this.server = server;
  }

  /**
   * Returns where all pins are kept.
   *
   * @throws IOException if the environment does not say where state belongs
   */
  static Path directory(Map<String, String> environment) throws IOException {
    var state = environment.get("XDG_STATE_HOME");
    // Relative ones are to be ignored (XDG base directories).
    if (state != null && state.startsWith("/")) {
      return Path.of(state, "belay", "pins");
    }
    var home = environment.get("HOME");
    if (home == null || home.isBlank()) {
      throw new IOException("pins have no place: set XDG_STATE_HOME or HOME");
    }
    return Path.of(home, ".local", "state", "belay", "pins");
  }

  /** {@return the file of a server that is started, or reached, in this way} */
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

  /** Reads the file, has its pins changed, and writes it anew; returns what it holds then. */
  ServerPins change(Consumer<ServerPins> change) throws IOException {
    Files.createDirectories(directory, modes(directory, "rwx------"));
    ONE_AT_A_TIME.lock();
    try (var guard = guard();
        var _ = guard.lock()) {
      var book = read();
      change.accept(book);
      write(book.write());
      return book;
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
