package dev.belay.process.spawn;

import dev.belay.core.time.Time;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A program that starts stubborn trees, prints all pids on one line, and waits to be killed. */
public final class DoomedMain {
  private DoomedMain() {}

  /**
   * Runs until it is killed, or until its stdin ends and then closes in order.
   *
   * @param args the number of trees; {@code nested} to run another Belay below; {@code groups} to
   *     use cgroups if available; {@code forker} to run a {@link SelfForker} in the directory given
   *     last; {@code unguarded} to kill its own watchdog first
   */
  public static void main(String[] args) throws CannotStart, IOException {
    var options = List.of(args);
    var machine = options.contains("groups") ? Machine.probe() : Real.withoutGroups();
    try (var spawner = Spawner.open(Time.system(), machine)) {
      var line = new StringBuilder();
      if (options.contains("nested")) {
        var inner = spawner.start(Real.launch(command("1").toArray(String[]::new)));
        line.append(inner.pid()).append(' ').append(Real.lines(inner, 1).getFirst());
      }
      if (options.contains("forker")) {
        var directory = Path.of(options.getLast());
        var forker = spawner.start(SelfForker.launch(directory, 5, /* newSessions= */ true));
        line.append(forker.pid()).append(' ');
      }
      for (int i = 0; i < Integer.parseInt(args[0]); i++) {
        var child = spawner.start(Real.sh(Real.STUBBORN));
        line.append(child.pid()).append(' ');
        for (long pid : Real.pids(child, Real.STUBBORN_PIDS)) {
          line.append(pid).append(' ');
        }
      }
      if (!Real.eventually(
          Duration.ofSeconds(30), () -> spawner.means().contains(Means.WATCHDOG))) {
        throw new IOException("no watchdog came up");
      }
      if (options.contains("unguarded")) {
        killWatchdog();
      }
      line.append('\n');
      try (var out = new FileOutputStream(FileDescriptor.out)) {
        out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      }
      var _ = System.in.read();
    }
  }

  private static void killWatchdog() {
    ProcessHandle.current()
        .children()
        .filter(child -> Watchdogs.isOne(child.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** {@return the command line of this JVM for another run of this program} */
  static List<String> command(String... args) {
    var java = ProcessHandle.current().info().command().orElse("java");
    var all = new ArrayList<String>();
    all.addAll(List.of(java, "-Xshare:auto", "--enable-native-access=ALL-UNNAMED"));
    all.addAll(List.of("-cp", classPath(), DoomedMain.class.getName()));
    all.addAll(List.of(args));
    return all;
  }

  /** In the build, our own classes are on the module path; in an IDE, on the class path. */
  private static String classPath() {
    var paths = new TreeSet<String>();
    for (var property : List.of("java.class.path", "jdk.module.path")) {
      paths.addAll(List.of(System.getProperty(property, "").split(":", -1)));
    }
    for (var type : List.of(DoomedMain.class, Spawner.class, Time.class)) {
      paths.add(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
    paths.add("target/test-classes");
    paths.remove("");
    return String.join(":", paths);
  }
}
