package dev.belay.store.sqlite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The stores that use one directory, in whatever process, and whether each is still in use.
 *
 * <p>A store holds a lock on a file named after it. The system takes the lock back when the process
 * ends, in whatever way, so that no clock has a say in who is alive. A file has its name only once
 * it is locked.
 *
 * <p>Concurrency: {@link #isGone} and {@link #tidy} are safe for many threads; all else belongs to
 * the thread that writes.
 */
final class Nodes {
  private static final String SUFFIX = ".lock";

  /**
   * Those of this process. Their files are left alone: closing one gives up the lock that another
   * channel of the same process has on it.
   */
  private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final String name = "node-" + ProcessHandle.current().pid() + "-" + mark();
  private @Nullable FileChannel held;

  Nodes(Path directory) {
    this.directory = directory;
  }

  /**
   * Tells instances that had the same process id apart; no secret, which a start would wait for.
   */
  private static String mark() {
    var random = ThreadLocalRandom.current();
    return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
  }

  /** {@return the name of this store, which it has for as long as it is in use} */
  String name() {
    return name;
  }

  private Path file(String node) {
    return directory.resolve(node + SUFFIX);
  }

  /** Takes the lock, unless it is held and others can see that. */
  void register() throws IOException {
    if (held != null && Files.exists(file(name))) {
      return;
    }
    leave();
    OURS.add(name);
    var draft = directory.resolve(name);
    var channel = FileChannel.open(draft, OwnFiles.opening(), OwnFiles.forOwner(directory));
    try {
      var _ = channel.lock();
      Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    held = channel;
  }

  /** Gives up the lock: open jobs of this store are lost. */
  void leave() {
    var channel = held;
    if (channel != null) {
      held = null;
      try {
        channel.close();
      } catch (IOException _) {
        // The lock ends with the process.
      }
      OURS.remove(name);
    }
  }

  /** {@return whether a store is in use no longer; false where that cannot be told} */
  boolean isGone(String node) {
    if (OURS.contains(node)) {
      return false;
    }
    try (var channel = FileChannel.open(file(node), StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      return lock != null;
    } catch (NoSuchFileException _) {
      return true;
    } catch (IOException | OverlappingFileLockException _) {
      return false;
    }
  }

  /** Deletes the files of stores that are gone, while no other store is opened. */
  void tidy() throws IOException {
    try (var files = Files.newDirectoryStream(directory, "node-*")) {
      for (var file : files) {
        var node = file.getFileName().toString();
        boolean isNamed = node.endsWith(SUFFIX);
        if (isNamed
            ? isGone(node.substring(0, node.length() - SUFFIX.length()))
            : !OURS.contains(node)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
