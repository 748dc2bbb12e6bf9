package dev.belay.process.spawn;

import dev.belay.process.tree.Cgroup;
import dev.belay.process.tree.LinuxProcessTable;
import dev.belay.process.tree.ProcessTable;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The facilities of this machine for starting children and finding them again.
 *
 * @param table its processes
 * @param setsid the program that starts another in a session of its own
 * @param perl replacement for {@code setsid}
 * @param prlimit the program that marks a child in its limits; null if no mark can be set
 * @param groups the cgroup below which each tree gets one of its own
 * @param readers makes the platform threads that read standard error
 */
record Machine(
    ProcessTable table,
    @Nullable String setsid,
    @Nullable String perl,
    @Nullable String prlimit,
    @Nullable Path groups,
    ThreadFactory readers) {
  static final ThreadFactory READERS = Thread.ofPlatform().daemon().factory();

  private static final String[] PLACES = {
    "/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"
  };

  /** {@return true if children can be started at all} */
  static boolean isSupported() {
    return File.separatorChar == '/';
  }

  /** Detects the facilities by looking for a few files; starts no process. */
  static Machine probe() {
    var table = ProcessTable.ofThisMachine();
    var setsid = program("setsid");
    return new Machine(
        table,
        setsid,
        setsid == null ? program("perl") : null,
        table instanceof LinuxProcessTable linux && linux.ownLockLimits().contains("unlimited")
            ? program("prlimit")
            : null,
        Cgroup.delegated(),
        READERS);
  }

  private static @Nullable String program(String name) {
    for (var place : PLACES) {
      var file = new File(place, name);
      if (file.canExecute()) {
        return file.getPath();
      }
    }
    return null;
  }
}
