package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The processes left after {@code kill -9} of a program with stubborn trees (P10). */
@EnabledOnOs(OS.LINUX)
@Tag("process")
class KilledBelayTest {
  /** Longer than the promised 5 s, which bench/compare shows: tests run beside others. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final List<Process> started = new ArrayList<>();
  private final List<Long> pids = new ArrayList<>();

  @AfterEach
  void leaveNothing() {
    started.forEach(Process::destroyForcibly);
    for (long pid : Real.alive(pids)) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  @DisplayName("P10: after kill -9 nothing of 4 stubborn trees is alive, nor the watchdog")
  void nothingOutlivesAKilledBelay() throws IOException {
    var belay = doomed("4");
    var watchdogs = Watchdogs.below(belay.pid());
    assertThat(watchdogs).hasSize(1);
    assertThat(Real.alive(pids)).hasSize(20);

    belay.destroyForcibly();

    assertThat(Real.eventually(LONGEST, () -> Real.alive(pids).isEmpty())).isTrue();
    assertThat(Real.eventually(LONGEST, () -> Real.alive(watchdogs).isEmpty())).isTrue();
  }

  @Test
  @DisplayName("FAULT-1: what forks itself anew and exits does not outlive a killed Belay")
  void noSelfForkerOutlivesAKilledBelay(@TempDir Path directory)
      throws IOException, InterruptedException {
    try (var forker = new SelfForker(directory)) {
      var belay = doomed("0", "forker", directory.toString());
      forker.awaitBegin();

      belay.destroyForcibly();

      assertThat(forker.hasEnded()).isTrue();
    }
  }

  @Test
  @DisplayName("P10: after kill -9 the cgroups of the trees are gone too")
  void noGroupOutlivesAKilledBelay() throws IOException {
    var groups = Machine.probe().groups();
    assumeTrue(groups != null, "no cgroup v2 is mounted here that this user may write to");
    var belay = doomed("2", "groups");
    assertThat(groupsOf(belay.pid(), groups)).hasSize(2);

    belay.destroyForcibly();

    assertThat(Real.eventually(LONGEST, () -> Real.alive(pids).isEmpty())).isTrue();
    assertThat(Real.eventually(LONGEST, () -> groupsOf(belay.pid(), groups).isEmpty())).isTrue();
  }

  private static List<String> groupsOf(long pid, Path groups) {
    var names = groups.toFile().list((_, name) -> name.startsWith("belay-" + pid + ":"));
    return names == null ? List.of() : List.of(names);
  }

  @Test
  @DisplayName("P10: what a Belay below a killed one started is ended too")
  void nothingOfANestedBelayIsLeft() throws IOException {
    var belay = doomed("0", "nested");
    assertThat(Real.alive(pids)).hasSize(6);
    pids.addAll(Watchdogs.below(pids.getFirst()));
    assertThat(pids).hasSize(7);

    belay.destroyForcibly();

    assertThat(Real.eventually(LONGEST, () -> Real.alive(pids).isEmpty())).isTrue();
  }

  @Test
  @DisplayName("P10: the watchdog survives TERM, INT and HUP to itself and is in its own session")
  void theWatchdogIgnoresWhatPeopleSendToGroups() throws IOException {
    var belay = doomed("1");
    long watchdog = Watchdogs.below(belay.pid()).getFirst();
    assertThat(Real.eventually(LONGEST, () -> isSettled(watchdog))).isTrue();
    for (var signal : List.of("TERM", "INT", "HUP")) {
      send(signal, watchdog);
    }
    send("KILL", belay.pid());

    assertThat(Real.eventually(LONGEST, () -> Real.alive(pids).isEmpty())).isTrue();
  }

  /** The signals HUP, INT and TERM, each as the bit of its number less one. */
  private static final long IGNORED = 1 | 1 << 1 | 1 << 14;

  /** Whether it is in a session of its own, and ignores signals: it begins as any shell. */
  private static boolean isSettled(long watchdog) {
    try (var lines = Files.lines(Path.of("/proc/" + watchdog + "/status"))) {
      long ignored =
          lines
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.split("\\s+")[1], 16))
              .findFirst()
              .orElseThrow();
      boolean isOwn = Real.TABLE.row(watchdog).orElseThrow().session() == watchdog;
      return isOwn && (ignored & IGNORED) == IGNORED;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("P10: an orderly end needs no watchdog, and the watchdog ends with it")
  void anOrderlyEndLeavesNoWatchdog() throws IOException {
    var belay = doomed("1");
    var watchdogs = Watchdogs.below(belay.pid());

    belay.getOutputStream().close();

    assertThat(Real.eventually(Duration.ofSeconds(30), () -> !belay.isAlive())).isTrue();
    assertThat(Real.alive(pids)).isEmpty();
    assertThat(Real.eventually(LONGEST, () -> Real.alive(watchdogs).isEmpty())).isTrue();
  }

  @Test
  @DisplayName("P10: what a killed Belay left is swept by the next start, and nothing else")
  void theNextStartSweeps() throws CannotStart, IOException, InterruptedException {
    var belay = doomed("1", "unguarded");
    try (var next = Spawner.open(Time.system())) {
      var own = next.start(Real.launch("sleep", "1000"));
      var _ = next.sweepDead();
      assertThat(Real.alive(pids)).hasSize(5);
      belay.destroyForcibly().waitFor();

      var report = next.sweepDead();

      assertThat(report.killed()).isGreaterThanOrEqualTo(5);
      assertThat(Real.alive(pids)).isEmpty();
      assertThat(Real.isAlive(own.pid())).isTrue();
    }
  }

  private Process doomed(String... args) throws IOException {
    var process =
        new ProcessBuilder(DoomedMain.command(args)).redirectError(Redirect.INHERIT).start();
    started.add(process);
    var line = process.inputReader(StandardCharsets.UTF_8).readLine();
    assertThat(line).isNotNull();
    for (var pid : line.strip().split(" ", -1)) {
      pids.add(Long.parseLong(pid));
    }
    return process;
  }

  private static void send(String signal, long pid) throws IOException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().onExit().join();
  }
}
