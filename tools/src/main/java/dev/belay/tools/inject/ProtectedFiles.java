package dev.belay.tools.inject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that tools may neither show nor change, wherever they may work: those of the program that
 * runs them, with its tokens and keys.
 *
 * <p>A file is recognised by its identity, device and inode, so that neither a link, hard links
 * included, nor another spelling of its path leads to it. A folder stands for everything in it. The
 * kernel's view of processes, with their environment, is always protected.
 *
 * <p>Safe for use by many threads.
 */
public final class ProtectedFiles {
  private static final Path PROCESSES = Path.of("/proc");

  /**
   * Bounds the search of a folder: the state of a program is not deeper, and a folder named by
   * mistake is not searched as a whole.
   */
  private static final int DEEPEST = 3;

  private static final int MOST = 10_000;

  private final Set<Path> places = ConcurrentHashMap.newKeySet();

  /** Protects the kernel's view of processes alone. */
  public ProtectedFiles() {}

  /** Adds files, or folders with everything in them, whether or not they exist yet. */
  public void add(Collection<Path> more) {
    more.forEach(place -> places.add(place.toAbsolutePath().normalize()));
  }

  /**
   * {@return the identities of the files at these paths now: each may have been replaced since the
   * last look}
   */
  public Identities now() {
    var keys = new HashSet<Object>();
    add(PROCESSES, keys);
    for (var place : places) {
      add(place, keys);
      addBelow(place, keys);
    }
    return new Identities(keys);
  }

  private static void add(Path place, Set<Object> keys) {
    add(place, keys, LinkOption.NOFOLLOW_LINKS);
    add(place, keys, new LinkOption[0]);
  }

  private static void add(Path place, Set<Object> keys, LinkOption... how) {
    try {
      var key = Files.readAttributes(place, BasicFileAttributes.class, how).fileKey();
      if (key != null) {
        keys.add(key);
      }
    } catch (IOException _) {
      // It does not exist, or this process cannot read it.
    }
  }

  private static void addBelow(Path place, Set<Object> keys) {
    if (!Files.isDirectory(place)) {
      return;
    }
    try (var below = Files.find(place, DEEPEST, (_, _) -> true)) {
      below.limit(MOST).forEach(each -> add(each, keys));
    } catch (IOException | UncheckedIOException _) {
      // A folder that this user cannot list cannot be read by its tools.
    }
  }

  /** Identities of files at one moment. */
  public record Identities(Set<Object> keys) {
    public Identities {
      keys = Set.copyOf(keys);
    }

    /** {@return whether the file or folder with these attributes is protected} */
    public boolean have(BasicFileAttributes attributes) {
      var key = attributes.fileKey();
      return key != null && keys.contains(key);
    }
  }
}
