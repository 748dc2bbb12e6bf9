package dev.belay.testbed.process;

import dev.belay.core.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Live processes according to {@code /proc}, zombies excluded. Linux only.
 *
 * <p>Independent of the code under test on purpose, which reads the same files.
 */
public final class LiveProcesses {
  private static final Path PROC = Path.of("/proc");

  private LiveProcesses() {}

  /** {@return whether the process exists and is neither a zombie nor dead} */
  public static boolean isAlive(long pid) {
    var state = state(pid);
    return state != 'Z' && state != 'X';
  }

  /** {@return whether the process has ended without being reaped} */
  public static boolean isZombie(long pid) {
    return state(pid) == 'Z';
  }

  /** {@return whether a signal has stopped the process, and none has continued it} */
  public static boolean isStopped(long pid) {
    return state(pid) == 'T';
  }

  private static char state(long pid) {
    var stat = read(pid, "stat");
    // The name before the state is in parentheses, and may contain any character.
    return stat.indexOf(") ") < 0 ? 'X' : stat.charAt(stat.lastIndexOf(") ") + 2);
  }

  /** {@return the live processes started with a variable of this name} */
  public static Set<Long> aliveWithEnvironment(String name) {
    return alive(pid -> environment(pid).stream().anyMatch(entry -> entry.startsWith(name + "=")));
  }

  /** {@return the live processes started with exactly this variable} */
  public static Set<Long> aliveWithEnvironment(String name, String value) {
    return alive(pid -> environment(pid).contains(name + "=" + value));
  }

  /** {@return the live processes with {@code part} in their command line} */
  public static Set<Long> aliveWithCommand(String part) {
    return alive(pid -> commandLine(pid).contains(part));
  }

  /** Waits until all of these are gone, and fails with those that are not. */
  public static void awaitGone(Collection<Long> pids) throws InterruptedException {
    Patience.await(
        () -> pids.stream().noneMatch(LiveProcesses::isAlive),
        () -> "still alive: " + described(pids));
  }

  private static String described(Collection<Long> pids) {
    var alive = new StringBuilder();
    for (var pid : pids) {
      if (isAlive(pid)) {
        alive.append('\n').append(pid).append(' ').append(commandLine(pid));
      }
    }
    return alive.toString();
  }

  private static Set<Long> alive(LongPredicate wanted) {
    var found = new TreeSet<Long>();
    try (var entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (var entry : entries) {
        var pid = Long.parseLong(entry.getFileName().toString());
        if (isAlive(pid) && wanted.test(pid)) {
          found.add(pid);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static List<String> environment(long pid) {
    return List.of(read(pid, "environ").split("\0", -1));
  }

  /** {@return the program of the process and its arguments, blanks between; empty if it is gone} */
  public static String commandLine(long pid) {
    return read(pid, "cmdline").replace('\0', ' ').strip();
  }

  private static String read(long pid, String file) {
    try {
      var bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException _) {
      // The process has ended meanwhile, or belongs to another user.
      return "";
    }
  }
}
