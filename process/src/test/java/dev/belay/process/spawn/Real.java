package dev.belay.process.spawn;

import dev.belay.core.time.Time;
import dev.belay.process.tree.LinuxProcessTable;
import dev.belay.process.tree.ProcessRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Real processes for tests: shell scripts that print the pids of their children. */
final class Real {
  /** Ignores TERM and starts four children that do too, each escaped further; prints their pids. */
  static final String STUBBORN =
      """
      trap '' TERM HUP INT
      sleep 1000 & echo $!
      setsid sleep 1000 & echo $!
      (setsid sh -c 'sleep 1000 & echo $!')
      env -i setsid sh -c 'sleep 1000 & echo $!'
      while :; do sleep 1000; done
      """;

  static final int STUBBORN_PIDS = 4;
  static final LinuxProcessTable TABLE = new LinuxProcessTable();

  private Real() {}

  static Launch sh(String script) {
    return launch("sh", "-c", script);
  }

  static Launch launch(String... command) {
    return launch(System.getenv(), command);
  }

  static Launch launch(Map<String, String> environment, String... command) {
    return new Launch(
        List.of(command), new HashMap<>(environment), Optional.empty(), "test", _ -> {});
  }

  static List<Long> pids(Child child, int count) throws IOException {
    var pids = new ArrayList<Long>();
    for (var line : lines(child, count)) {
      pids.add(Long.parseLong(line));
    }
    return pids;
  }

  static List<String> lines(Child child, int count) throws IOException {
    var lines = new ArrayList<String>();
    var reader = new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
    while (lines.size() < count) {
      var line = reader.readLine();
      if (line == null) {
        throw new IOException("only " + lines + " came, then: " + child.lastErrorLines());
      }
      lines.add(line);
    }
    return lines;
  }

  static boolean isAlive(long pid) {
    return TABLE.row(pid).filter(ProcessRow::isAlive).isPresent();
  }

  static List<Long> alive(Collection<Long> pids) {
    return pids.stream().filter(Real::isAlive).toList();
  }

  /** Polls; the limit only ends a test that has already failed. */
  static boolean eventually(Duration limit, BooleanSupplier condition) {
    var time = Time.system();
    long start = time.nanos();
    while (!condition.getAsBoolean()) {
      if (time.nanos() - start > limit.toNanos()) {
        return false;
      }
      try {
        time.sleep(Duration.ofMillis(10));
      } catch (InterruptedException e) {
        throw new AssertionError("the test was told to end", e);
      }
    }
    return true;
  }

  /** Returns this machine as detected by {@link Machine#probe}, but without cgroups. */
  static Machine withoutGroups() {
    var machine = Machine.probe();
    return with(machine, null, machine.readers());
  }

  static Machine with(Machine machine, @Nullable Path groups, ThreadFactory readers) {
    return new Machine(
        machine.table(), machine.setsid(), machine.perl(), machine.prlimit(), groups, readers);
  }
}
