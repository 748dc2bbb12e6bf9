package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.process.tree.Cookie;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.ProcessRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Starting real children, and the reports about them. */
@EnabledOnOs(OS.LINUX)
@Tag("process")
class SpawnerTest {
  @TempDir Path directory;
  @AutoClose private final Spawner spawner = Spawner.open(Time.system());

  @Test
  @DisplayName("A command that is not found is named with the PATH that was searched")
  void aMissingCommandNamesThePath() {
    assertCannotStart(Real.launch(Map.of("PATH", "/bin:/opt/x"), "no-such"))
        .hasMessage("cannot start no-such: command not found; PATH searched: /bin:/opt/x");
  }

  @Test
  @DisplayName("A command with a slash is searched nowhere")
  void aMissingFileIsSaidToBeMissing() {
    assertCannotStart(Real.launch("./no-such"))
        .hasMessage("cannot start ./no-such: there is no such file");
  }

  @Test
  @DisplayName("A file that nobody may execute is told from a missing one")
  void aFileThatIsNotExecutableIsSaidToBeSo() throws Exception {
    var file = Files.writeString(directory.resolve("server"), "#!/bin/sh\n");

    assertCannotStart(Real.launch(file.toString()))
        .hasMessage("cannot start " + file + ": it is not executable");
    assertCannotStart(Real.launch(Map.of("PATH", directory.toString()), "server"))
        .hasMessage("cannot start server: " + file + " is not executable");
  }

  @Test
  @DisplayName("A child whose stderr no thread can read is ended, and the failure is named")
  void noThreadForStderrEndsTheChild() {
    var pid = directory.resolve("pid");
    ThreadFactory none =
        task -> {
          // The child exists by then, or was never started.
          Real.eventually(Duration.ofSeconds(20), () -> Files.exists(pid));
          throw new OutOfMemoryError("unable to create native thread");
        };
    try (var poor = Spawner.open(Time.system(), Real.with(Machine.probe(), null, none))) {
      var script = "echo $$ > " + pid + ".part; mv " + pid + ".part " + pid + "; sleep 1000";
      assertThatThrownBy(() -> poor.start(Real.sh(script)))
          .isInstanceOf(CannotStart.class)
          .hasMessage("cannot start sh: unable to create native thread");
      assertThat(poor.children()).isEmpty();
      assertThat(pid)
          .content()
          .satisfies(text -> assertThat(Real.isAlive(Long.parseLong(text.strip()))).isFalse());
    }
  }

  @Test
  @DisplayName("A script whose interpreter is missing names the interpreter")
  void aMissingInterpreterIsNamed() throws Exception {
    var file = executable("server", "#!/opt/none/node --x\n");

    assertCannotStart(Real.launch(file.toString()))
        .hasMessageEndingWith("its interpreter /opt/none/node is missing or not executable");
  }

  @Test
  @DisplayName("What the system refuses is told in its words")
  void aCommandLineThatIsTooLongIsRefused() {
    assertCannotStart(Real.launch("echo", "x".repeat(200_000)))
        .hasMessage("cannot start echo: Argument list too long");
  }

  @Test
  @DisplayName("The child runs where and with what it was given, under its own name")
  void theChildRunsWhereItWasTold() throws Exception {
    var script = executable("here", "#!/bin/sh\npwd; echo $ONLY; echo $0\n");
    var launch =
        new Launch(
            List.of("./here"), Map.of("ONLY", "this"), Optional.of(directory), "test", _ -> {});

    assertThat(Real.lines(spawner.start(launch), 3))
        .containsExactly(directory.toRealPath().toString(), "this", "./here");
    assertThat(script).exists();
  }

  @Test
  @DisplayName(
      "CVE-2025-68143, CVE-2025-68144, CVE-2025-68145, CVE-2026-30617: words of a command stay"
          + " words")
  void noShellReadsACommand() throws Exception {
    var words = List.of("; echo evil", "$(echo evil)", "`echo evil`", "a b", "*", "--flag=x|y", "");
    var script = executable("words", "#!/bin/sh\nfor word; do echo \"<$word>\"; done\n");
    var command = new ArrayList<>(List.of(script.toString()));
    command.addAll(words);
    assertThat(Real.lines(spawner.start(Real.launch(command.toArray(String[]::new))), words.size()))
        .isEqualTo(words.stream().map(word -> "<" + word + ">").toList());
  }

  @Test
  @DisplayName("Exit codes and signals are told apart")
  void theEndIsDescribed() throws Exception {
    assertThat(end("exit 3")).isEqualTo("exit code 3");
    assertThat(end("kill -9 $$")).isEqualTo("killed by signal 9 (KILL)");
    assertThat(end("kill -TERM $$")).isEqualTo("killed by signal 15 (TERM)");
    assertThat(new Exit(0).describe()).isEqualTo("exit code 0");
    assertThat(new Exit(255).describe()).isEqualTo("exit code 255");
  }

  @Test
  @DisplayName("P11: with the end of a child come its last lines of stderr")
  void theLastLinesOfStderrAreKept() throws Exception {
    var child =
        spawner.start(
            Real.sh("for i in $(seq 1 30); do echo line $i >&2; done; printf unended >&2; exit 1"));

    var _ = child.exited().toCompletableFuture().join();

    assertThat(child.lastErrorLines())
        .hasSize(20)
        .startsWith("line 12")
        .endsWith("line 30", "unended");
  }

  @Test
  @DisplayName("P13: a flood of stderr without a line break is read to its end and not kept")
  void aFloodOfStderrIsBounded() throws Exception {
    var received = new AtomicLong();
    var child = flooding(1 << 30, chunk -> received.addAndGet(chunk.length));

    assertThat(child.exited().toCompletableFuture().join()).isEqualTo(new Exit(0));
    assertThat(Real.eventually(Duration.ofSeconds(60), () -> received.get() == 1L << 30)).isTrue();
    assertThat(String.join("", child.lastErrorLines()).length()).isLessThan(8192);
  }

  @Test
  @DisplayName("P13: a listener that fails does not leave the child with a full pipe")
  void aBrokenListenerDoesNotBlockTheChild() throws Exception {
    var child =
        flooding(
            1_000_000,
            _ -> {
              throw new IllegalStateException("expected by this test");
            });

    assertThat(child.exited().toCompletableFuture().join()).isEqualTo(new Exit(0));
  }

  /** Starts a child that writes so many bytes to its stderr, which has this listener. */
  private Child flooding(int bytes, Consumer<byte[]> listener) throws CannotStart {
    var command = List.of("sh", "-c", "head -c " + bytes + " /dev/zero >&2");
    var environment = new HashMap<>(System.getenv());
    return spawner.start(new Launch(command, environment, Optional.empty(), "test", listener));
  }

  @Test
  @DisplayName("Finding 4: all children are forked by one thread that lives on")
  void oneThreadForksAllChildren() throws Exception {
    var fromElsewhere = new ArrayList<Child>();
    for (int i = 0; i < 3; i++) {
      var starter = Thread.ofVirtual().start(() -> fromElsewhere.add(sleeper()));
      starter.join();
    }

    var forked = childrenOf("belay-spawner");

    assertThat(forked).containsAll(fromElsewhere.stream().map(Child::pid).toList());
  }

  @Test
  @DisplayName("P9: a Belay inside a Belay keeps the outer cookie beside its own")
  void cookiesNest() throws Exception {
    var outer = Cookie.PREFIX + "0000beef";
    var given = new HashMap<>(System.getenv());
    given.put(outer, "1:1:1:1:1");
    var child = spawner.start(Real.launch(given, "sleep", "1000"));

    // In the middle of an exec a process has no environment at all, and this one has two of them.
    var seen = new AtomicReference<List<String>>(List.of());
    Patience.await(
        () -> {
          seen.set(cookies(child.pid()));
          return !seen.get().isEmpty();
        },
        () -> "no cookie is seen");
    assertThat(seen.get()).hasSize(2).contains(outer + "=1:1:1:1:1");
  }

  private static List<String> cookies(long pid) {
    return Real.TABLE.rows(0).stream()
        .filter(row -> row.pid() == pid)
        .map(ProcessRow::cookies)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("Children of one spawner are trees of their own")
  void oneTreeDoesNotHoldAnother() throws Exception {
    var one = sleeper();
    var other = sleeper();

    assertThat(one.members()).extracting("pid").containsExactly(one.pid());
    var _ = one.stop(Grace.none());

    assertThat(Real.isAlive(other.pid())).isTrue();
    assertThat(spawner.children()).containsExactly(other);
  }

  @Test
  @DisplayName("P27: closing ends every child and every thread, and no child starts after that")
  void closingLeavesNothing() throws Exception {
    var own = Spawner.open(Time.system());
    var pids = List.of(own.start(Real.launch("sleep", "1000")).pid(), sleeperOf(own).pid());

    own.close();

    assertThat(Real.alive(pids)).isEmpty();
    assertThatThrownBy(() -> own.start(Real.launch("true")))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("Belay is stopping");
    assertSoon(() -> own.means().stream().noneMatch(Means.WATCHDOG::equals));
  }

  @Test
  @DisplayName("P9: the means in use are reported")
  void theMeansAreReported() throws Exception {
    assertThat(spawner.means()).isEmpty();
    var _ = sleeper();
    spawner.warmUp();

    assertSoon(() -> spawner.means().contains(Means.WATCHDOG));
    assertThat(spawner.means()).contains(Means.SESSION, Means.COOKIE, Means.SUB_REAPER);
    assertThat(Means.describe(spawner.means())).contains("session and group, sub-reaper, cookie");
  }

  @Test
  @DisplayName("P9: no zombie of a tree is left, also of orphans whose parent is gone")
  void noZombieIsLeft() throws Exception {
    spawner.warmUp();
    // The last two end while the first is given time to be another's, and nothing ends after them.
    var child =
        spawner.start(
            Real.sh(
                "for t in 0.2 0.7 1; do (setsid sh -c 'echo $$; exec sleep '$t &) ; done; cat"));
    var orphans = Real.pids(child, 3);

    assertSoon(() -> orphans.stream().allMatch(orphan -> Real.TABLE.row(orphan).isEmpty()));
    assertThat(end("exit 7")).isEqualTo("exit code 7");
  }

  private AbstractThrowableAssert<?, ?> assertCannotStart(Launch launch) {
    return assertThatThrownBy(() -> spawner.start(launch)).isInstanceOf(CannotStart.class);
  }

  private Child sleeper() {
    return sleeperOf(spawner);
  }

  private static Child sleeperOf(Spawner spawner) {
    try {
      return spawner.start(Real.launch("sleep", "1000"));
    } catch (CannotStart e) {
      throw new AssertionError(e);
    }
  }

  private String end(String script) throws CannotStart {
    return spawner.start(Real.sh(script)).exited().toCompletableFuture().join().describe();
  }

  private Path executable(String name, String text) throws Exception {
    var file = Files.writeString(directory.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void assertSoon(BooleanSupplier condition) {
    assertThat(Real.eventually(Duration.ofSeconds(20), condition)).isTrue();
  }

  private static List<Long> childrenOf(String thread) throws Exception {
    var pids = new ArrayList<Long>();
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      for (var task : tasks.toList()) {
        if (ofTask(task, "comm").equals(thread)) {
          for (var pid : ofTask(task, "children").split(" ", -1)) {
            if (!pid.isEmpty()) {
              pids.add(Long.parseLong(pid));
            }
          }
        }
      }
    }
    return pids;
  }

  /** {@return what the system says of a thread; nothing of one that has ended meanwhile} */
  private static String ofTask(Path task, String what) {
    try {
      return Files.readString(task.resolve(what)).strip();
    } catch (IOException _) {
      return "";
    }
  }
}
