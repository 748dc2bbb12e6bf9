package dev.belay.process.tree;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A group of the unified hierarchy that holds exactly one tree: the surest way to kill it.
 *
 * @param directory its directory in the cgroup file system
 */
public record Cgroup(Path directory) {
  private static final String PREFIX = "belay-";

  /** {@return the group of this process if it may create groups below it, else null} */
  public static @Nullable Path delegated() {
    var mount = mount();
    if (mount == null) {
      return null;
    }
    for (var line : read(Path.of("/proc/self/cgroup")).split("\n", -1)) {
      if (line.startsWith("0::/") && !line.contains("/..")) {
        var own = mount.resolve(line.substring("0::/".length()));
        return Files.isWritable(own.resolve("cgroup.procs")) ? own : null;
      }
    }
    return null;
  }

  private static @Nullable Path mount() {
    for (var place : new String[] {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
      if (new File(place, "cgroup.controllers").exists()) {
        return Path.of(place);
      }
    }
    return null;
  }

  /** Creates the group for tree {@code number} of {@code self}; null if that is refused. */
  public static @Nullable Cgroup create(Path parent, Instance self, int number) {
    var group = new Cgroup(parent.resolve(PREFIX + self.name() + ":" + number));
    try {
      Files.createDirectory(group.directory);
    } catch (IOException e) {
      return null;
    }
    if (Files.isWritable(group.file("cgroup.kill"))) {
      return group;
    }
    group.remove(); // a kernel before 5.14
    return null;
  }

  /** {@return the groups below {@code parent} left by dead instances} */
  static List<Cgroup> leftovers(Path parent, Predicate<String> isDead) {
    var left = new ArrayList<Cgroup>();
    var names = parent.toFile().list();
    for (var name : names == null ? new String[0] : names) {
      if (name.startsWith(PREFIX) && isDead.test(name.substring(PREFIX.length()))) {
        left.add(new Cgroup(parent.resolve(name)));
      }
    }
    return left;
  }

  /** {@return the processes in it and in the groups below it} */
  Set<Long> pids() {
    var pids = new HashSet<Long>();
    collect(directory.toFile(), pids);
    return pids;
  }

  private static void collect(File group, Set<Long> pids) {
    for (var line : read(group.toPath().resolve("cgroup.procs")).split("\n", -1)) {
      if (!line.isEmpty()) {
        pids.add(Long.parseLong(line));
      }
    }
    var below = group.listFiles(File::isDirectory);
    for (var one : below == null ? new File[0] : below) {
      collect(one, pids);
    }
  }

  void kill() {
    try {
      Files.writeString(file("cgroup.kill"), "1");
    } catch (IOException e) {
      // Removed by another process: signals still reach its members.
    }
  }

  /** Removes it and all groups below it; a group with a living process stays. */
  public void remove() {
    remove(directory);
  }

  private static void remove(Path group) {
    var below = group.toFile().listFiles(File::isDirectory);
    for (var one : below == null ? new File[0] : below) {
      remove(one.toPath());
    }
    try {
      Files.deleteIfExists(group);
    } catch (DirectoryNotEmptyException e) {
      // Still populated.
    } catch (IOException e) {
      // Also still populated: the kernel reports EBUSY.
    }
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
