package dev.belay.process.watchdog;

import dev.belay.process.tree.Cgroup;
import dev.belay.process.tree.Cookie;
import dev.belay.process.tree.DirectChildren;
import dev.belay.process.tree.Instance;
import dev.belay.process.tree.TreeMember;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small shell that ends all trees if the pipe from Belay closes without a farewell (P10).
 *
 * <p>It has a session of its own, ignores the signals that people send to groups, holds no stream
 * of Belay's and carries no cookie of Belay's. Its input consists of calls of functions in its
 * script. Used only on the spawner's thread.
 */
public final class Watchdog {
  private final Process process;
  private final OutputStream pipe;

  private Watchdog(Process process) {
    this.process = process;
    this.pipe = process.getOutputStream();
  }

  /**
   * Starts a watchdog.
   *
   * @param ownSession the command prefix that starts it in a session of its own
   */
  public static Watchdog start(List<String> ownSession, Cookie cookie, Instance self)
      throws IOException {
    var command = new ArrayList<>(ownSession);
    command.addAll(List.of("/bin/sh", "-s", cookie.name(), cookie.locks()));
    command.add(Long.toString(self.session()));
    var script = script();
    var watchdog =
        new Watchdog(
            new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start());
    watchdog.attend();
    watchdog.tell(script);
    return watchdog;
  }

  private static String script() throws IOException {
    try (var in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      if (in == null) {
        throw new IOException("watchdog.sh is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void attend() {
    long pid = process.pid();
    DirectChildren.add(pid);
    Thread.ofVirtual().name("belay-exit-watchdog").start(() -> awaitExit(pid));
  }

  private void awaitExit(long pid) {
    try {
      process.waitFor();
      DirectChildren.remove(pid);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@return its process id} */
  public long pid() {
    return process.pid();
  }

  /** {@return false once another process has killed it} */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Adds a tree to its list. */
  public void tree(TreeMember root, @Nullable Cgroup group) {
    var line = "tree " + root.pid() + " " + root.start();
    var directory = group == null ? "" : group.directory().toString();
    tell(line + (isPlain(directory) ? " " + directory : "") + "\n");
  }

  /** Removes a tree that is gone from its list. */
  public void gone(TreeMember root) {
    tell("gone " + root.pid() + " " + root.start() + "\n");
  }

  /** Ends it: all trees are gone. */
  public void farewell() {
    tell("farewell\n");
    leave();
  }

  /** Closes the pipe without a farewell, so that it ends the remaining trees. */
  public void leave() {
    try {
      pipe.close();
    } catch (IOException e) {
      // It is already gone.
    }
  }

  /** Tells whether a shell takes the name literally; other names are left to the next means. */
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c > 'z' || !(Character.isLetterOrDigit(c) || "/._:@-".indexOf(c) >= 0)) {
        return false;
      }
    }
    return true;
  }

  private void tell(String line) {
    try {
      pipe.write(line.getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      // Killed by another process; the next start of a child starts a new one.
    }
  }
}
